import type { Chart } from '../blocks/forms.ts';
import { duration } from '../blocks/mrkdwn.ts';
import { isSettled } from '../blocks/status.ts';
import { cut } from '../text.ts';
import { groupOf, type Row } from '../transfers/row.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long a bar may be of. */
const steps = [hourMs, 2 * hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs, dayMs, 2 * dayMs, 7 * dayMs];
/** Fewer records show no beginning. */
const recordsMin = 20;
const banksMax = 6;
/** Slack's limit of a label, in characters. */
const labelMax = 20;

/**
 * When the records were created, settled and not, by hours or days: so one sees when it began.
 * @param most how many bars there is room for
 * @param utcOffsetSeconds of the one reader; a channel reads UTC
 */
export function whenCreated(rows: readonly Row[], most: number, utcOffsetSeconds?: number): Chart | undefined {
  const dated = rows.flatMap((row) => {
    const createdAtMs = row.transaction?.createdAt;
    if (createdAtMs === undefined) return [];
    return { atMs: createdAtMs + (utcOffsetSeconds ?? 0) * 1_000, at: isSettled(groupOf(row)) ? 0 : 1 };
  });
  if (dated.length < recordsMin) return undefined;
  const times = dated.map(({ atMs }) => atMs);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const stepMs =
    steps.find((step) => last - first < step * (most - 1)) ?? Math.ceil((last - first) / (most - 1) / dayMs) * dayMs;
  const from = Math.floor(first / stepMs) * stepMs;
  const bars = Array.from({ length: Math.floor((last - from) / stepMs) + 1 }, (_, bar) => {
    const inBar = dated.filter(({ atMs }) => Math.floor((atMs - from) / stepMs) === bar);
    const values = [0, 1].map((column) => inBar.filter(({ at }) => at === column).length);
    return { label: timeLabel(from + bar * stepMs, stepMs), values };
  });
  if (bars.length === 1) return undefined; // nothing began then
  return {
    title: `Created, ${utcOffsetSeconds === undefined ? 'UTC, ' : ''}${duration(stepMs)} a bar`,
    series: ['Settled', 'Not settled'],
    bars,
  };
}

/** The banks with the most that is not settled. */
export function whereUnsettled(rows: readonly Row[]): Chart | undefined {
  if (rows.filter(({ transaction }) => transaction !== undefined).length < recordsMin) return undefined;
  const counts = new Map<string, number>();
  for (const row of rows) {
    const { destinationBankName: name, destinationBankCode: code } = row.transaction ?? {};
    const bank = cut(name?.trim() || code || '', labelMax);
    if (bank !== '' && !isSettled(groupOf(row))) counts.set(bank, (counts.get(bank) ?? 0) + 1);
  }
  const bars = [...counts].sort(([, a], [, b]) => b - a).map(([label, count]) => ({ label, values: [count] }));
  return bars.length === 0
    ? undefined
    : { title: 'Not settled, by bank', series: ['Not settled'], bars: bars.slice(0, banksMax) };
}

/** `Nov 24 08:00`, `Nov 24` */
function timeLabel(epochMs: number, stepMs: number): string {
  const time = new Date(epochMs);
  const day = time.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return stepMs < dayMs ? `${day} ${time.toISOString().slice(11, 16)}` : day;
}
