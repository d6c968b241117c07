export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** A row of a Markdown table. */
export const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The median of the ratios of one round each, and the least and the most of them. */
export function ratioOf(figures: readonly number[], others: readonly number[]): { middle: number; spread: string } {
  const ratios = figures.map((figure, round) => figure / (others[round] ?? Number.NaN));
  const spread = ratios.length > 1 ? ` (${number(Math.min(...ratios), 2)} to ${number(Math.max(...ratios), 2)})` : '';
  return { middle: median(ratios), spread };
}
