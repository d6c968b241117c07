import type { Measurement } from './measure.ts';

type ByEngine = Record<string, Measurement>;

/** One line an engine, in Markdown, to be pasted where the figures are told. */
export function overallTable(measured: ByEngine): string {
  const rows = Object.entries(measured).map(([name, { all, falseMatches, microsAQuery, indexMs, indexMegabytes }]) => [
    name,
    percent(all.withinK),
    percent(all.first),
    String(falseMatches.length),
    micros(microsAQuery),
    indexMs.toFixed(0),
    indexMegabytes.toFixed(1),
  ]);
  return table(['', 'right within k', 'first', 'false matches', 'µs a query', 'index ms', 'MB'], rows);
}

/** Right within k by kind of query; of the first engine also right at once. */
export function kindTable(measured: ByEngine): string {
  const [own] = Object.values(measured);
  const names = Object.keys(measured);
  const rows = Object.entries(own?.byKind ?? {}).map(([kind, { queries, first }]) => [
    `${kind} (${queries})`,
    percent(first),
    ...names.map((name) => percent(measured[name]?.byKind[kind]?.withinK ?? 0)),
  ]);
  return table(['within k by kind', `${names[0]}, first`, ...names], rows);
}

export function growthTable(growth: Record<string, Record<number, Measurement>>): string {
  const sizes = Object.keys(Object.values(growth)[0] ?? {});
  const rows = Object.entries(growth).map(([name, bySize]) => [
    name,
    ...Object.values(bySize).map(
      ({ microsAQuery, indexMs, indexMegabytes }) =>
        `${micros(microsAQuery)} µs, ${indexMs.toFixed(0)} ms, ${indexMegabytes.toFixed(1)} MB`,
    ),
  ]);
  return table(['', ...sizes], rows);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function micros(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
