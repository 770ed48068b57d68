// The engine of all games: each is a module of its own, loaded when a battle of it is asked about.

import type { Answer, AskOptions, Engine, GameName } from './engine.ts';

export class GamesEngine implements Engine {
  readonly ready: Promise<void>;
  private readonly made = new Map<string, Engine>();

  /** `games`: the usual one first. `first`: the one that is shown first, if it is one of them. */
  constructor(
    readonly games: GameName[],
    first: string,
    private readonly make: (game: string) => Engine,
  ) {
    this.ready = this.of(first).ready;
  }

  version(): string {
    return [...this.made.values()].map((engine) => engine.version()).find(Boolean) ?? '';
  }

  async ask(question: object, options: AskOptions = {}): Promise<Answer> {
    const { ask, game } = question as { ask?: string; game?: string };
    if (ask === 'read' && game === undefined) return this.readByAny(question, options);
    return this.of(game).ask(question, options);
  }

  /** A text that does not say of which game it is: the first that can read it does, and says so as the program does. */
  private async readByAny(question: object, options: AskOptions): Promise<Answer> {
    let usual: Answer | undefined;
    for (const { id, title } of this.games) {
      const answer = await this.of(id).ask(question, options);
      if (answer.status === 0 && usual) answer.json.notes = [`units of ${title}, so --game ${id}`, ...answer.json.notes];
      if (answer.status === 0) return answer;
      usual ??= answer;
    }
    return usual!;
  }

  /** An unknown game is the usual one's to refuse. One that could not be loaded is tried again. */
  private of(id: string | undefined): Engine {
    const game = this.games.find((one) => one.id === id)?.id ?? this.games[0]!.id;
    const found = this.made.get(game);
    if (found) return found;
    const engine = this.make(game);
    this.made.set(game, engine);
    engine.ready.catch(() => this.made.delete(game));
    return engine;
  }
}
