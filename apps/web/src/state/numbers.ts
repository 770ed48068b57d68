// Numbers as the command line prints them: the same chance has the same digits there and here.

/** "60.4 %", with more decimals near 0 and 100 %, so that neither is claimed. */
export function percent(chance: number): string {
  const above = 1 - chance < 1e-13 ? 0 : 1 - chance;
  const away = Math.min(chance, above);
  if (!(away > 0) || away >= 0.0995e-2) return percentWith(chance, 1);
  if (away < 1e-8) return chance < 0.5 ? '<0.000001 %' : '>99.999999 %';
  const decimals = Math.min(6, Math.ceil(-Math.log10(100 * away)));
  return percentWith(chance, Math.max(1, decimals));
}

export function percentWith(chance: number, decimals: number): string {
  return `${(100 * chance).toFixed(decimals)} %`;
}

/** For tables: "<0.1 %" where there is something and it is little. */
export function cellPercent(chance: number): string {
  if (chance > 0 && chance < 0.0005) return '<0.1 %';
  if (1 - chance >= 1e-13 && chance >= 0.9995) return '>99.9 %';
  return percentWith(chance, 1);
}

/** Half the width of an interval, rounded up to one digit: "± 0.1 %". */
export function margin(halfWidth: number): string {
  const value = 100 * halfWidth;
  if (!(value > 0)) return '';
  const unit = 10 ** Math.floor(Math.log10(value));
  const up = Math.ceil((value / unit) * (1 - 1e-12)) * unit;
  const decimals = Math.max(0, -Math.floor(Math.log10(up) + 1e-9));
  return `± ${up.toFixed(decimals)} %`;
}

/** Amounts of resources and the like: "7.1", "10". */
export function amount(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** "1 resource", "7.1 resources" */
export function amountOf(value: number, things: string): string {
  return `${amount(value)} ${value === 1 ? things.replace(/s$/, '') : things}`;
}

/** "4.2 M", "65,536" */
export function many(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e7 || count % 1e6 < 1e5 ? 0 : 1)} M`;
  return count.toLocaleString('en-GB');
}
