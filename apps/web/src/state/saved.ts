// What this browser remembers: the last battle, battles that were given a name, fleets kept for
// comparison, the theme. A browser that remembers nothing is no reason to fail.

import type { Scenario, SideSpec } from './scenario.ts';

export interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface NamedBattle {
  name: string;
  scenario: Scenario;
}

export interface KeptFleet {
  game: string;
  /** As people type it. */
  text: string;
  side: SideSpec;
}

export class Saved {
  constructor(private readonly storage: Storage | undefined) {}

  lastBattle = () => this.read<Scenario>('last');
  keepLast = (scenario: Scenario) => this.write('last', scenario);
  battles = () => this.read<NamedBattle[]>('battles') ?? [];
  keepBattles = (list: NamedBattle[]) => this.write('battles', list);
  fleets = () => this.read<KeptFleet[]>('fleets') ?? [];
  keepFleets = (list: KeptFleet[]) => this.write('fleets', list);
  theme = () => this.read<string>('theme') ?? 'auto';
  keepTheme = (theme: string) => this.write('theme', theme);
  /** The battle that was last looked at in a game. */
  battleOf = (game: string) => this.read<Scenario>(`game.${game}`);
  keepBattleOf = (scenario: Scenario) => this.write(`game.${scenario.game}`, scenario);

  private read<T>(key: string): T | undefined {
    try {
      const text = this.storage?.getItem(`broadside.${key}`);
      return text ? (JSON.parse(text) as T) : undefined;
    } catch {
      return undefined;
    }
  }

  private write(key: string, value: unknown): void {
    try {
      this.storage?.setItem(`broadside.${key}`, JSON.stringify(value));
    } catch {
      // full or forbidden
    }
  }
}
