import type { Look } from './look.ts';
import type { Soaked } from './soak.ts';
import type { Tally, Times } from './tally.ts';

const number = (value = Number.NaN, digits = 0) =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
const row = (what: string, ...cells: string[]) => what.padEnd(26) + cells.map((cell) => cell.padStart(10)).join('');

export const errorsIn = ({ errors }: Tally): number => [...errors.values()].reduce((sum, count) => sum + count, 0);
const perSecond = ({ sent, sendingMs }: Tally) => (sent * 1000) / sendingMs;

/** One line while it goes on. */
export function progress({ tally, looks }: Soaked): string {
  const { acks, answers, sent, sendingMs } = tally;
  const last = looks.at(-1);
  return [
    `${number(sendingMs / 1000)} s: ${number(sent)} sent, ${number(perSecond(tally), 1)}/s, ${errorsIn(tally)} errors`,
    `p99 ack ${number(acks.percentile(99), 1)} ms, answer ${number(answers.percentile(99), 1)} ms`,
    `memory ${number(last?.rssMb)} MB, heap ${number(last?.heapMb)} MB, loop ${number(last?.loopMs, 1)} ms`,
  ].join('; ');
}

/** What the soak has shown, as a table. */
export function summary({ tally, looks }: Soaked): string {
  const { acks, answers, sent, errors } = tally;
  const times = (what: string, of: Times) =>
    row(what, ...[50, 95, 99, 100].map((share) => number(of.percentile(share), 1)));
  const ofLooks = (what: string, figureOf: (look: Look) => number, digits = 0) => {
    const figures = looks.map(figureOf);
    return row(what, ...[figures[0], figures.at(-1), Math.max(...figures)].map((figure) => number(figure, digits)));
  };
  return [
    row('commands sent', number(sent)),
    row('a second', number(perSecond(tally), 2)),
    row('errors', number(errorsIn(tally))),
    ...[...errors].map(([kind, count]) => row(`  ${kind}`, number(count))),
    '',
    row('', 'p50', 'p95', 'p99', 'longest'),
    times('ack, ms', acks),
    times('whole answer, ms', answers),
    '',
    row('', 'start', 'end', 'most'),
    ofLooks('memory (RSS), MB', ({ rssMb }) => rssMb),
    ofLooks('heap in use, MB', ({ heapMb }) => heapMb),
    ofLooks('event loop p99, ms', ({ loopMs }) => loopMs, 1),
  ].join('\n');
}
