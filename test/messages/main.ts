import { parseArgs } from 'node:util';
import { shownLines } from '../support/shown.ts';
import { budgets, measure, overOf, readable } from './measure.ts';
import { allSamples } from './samples.ts';

/**
 * `npm run messages`: what every kind of message and window costs its reader, beside its budget, with a `!` where it is
 * over. `npm run messages -- --show pending` prints those whose kind has the word as a person reads them. What reads
 * alike in both forms and for both readers is printed once.
 */
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? 0 : 1); // `head` reads no more than it shows
});
const { show } = parseArgs({ options: { show: { type: 'string' } } }).values;
const printed = (await allSamples())
  .filter(({ kind }) => show === undefined || kind.includes(show))
  .map(({ kind, budget: name, blocks }) => {
    const budget = budgets[name];
    const measured = measure(blocks, budget);
    const isOver = overOf(measured, budget).length > 0;
    const figures = Object.entries(measured).map(([name, count]) => {
      const max = Object.entries(budget).find(([limited]) => limited === name)?.[1];
      return `${name} ${count}${Number.isFinite(max) ? `/${max}` : ''}`;
    });
    const shown = show === undefined ? [] : shownLines({ text: '', blocks }).flatMap((text) => text.split('\n'));
    return `${isOver ? '!' : ' '} ${kind.padEnd(40)} ${figures.join('  ')}${shown.map((line) => `\n    ${readable(line)}`).join('')}`;
  });
for (const text of [...new Set(printed)].sort((a, b) => a.slice(1).localeCompare(b.slice(1)))) console.log(text);
