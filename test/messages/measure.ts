import type { Block } from '../../src/blocks/blocks.ts';
import { clickables } from '../support/clickables.ts';
import { shownLines } from '../support/shown.ts';

/**
 * What a message costs its reader, counted alike for all:
 * - A word is what stands between blanks and holds a letter or a digit. A code span is one word,
 *   a date token three, and   free text from outside, which stands apart, three at most.
 * - Tables and rows of lists are not counted.
 * - A line is what fits into 80 characters; a row of buttons is a line.
 * - Buttons are all that can be clicked, beside the overflow menu.
 * - Context blocks have a budget of their own, the same for all.
 * @param rows lines that are rows of a list; `parts`: each part under a header has the budget for
 *   itself, and its rows   with a button are rows of a list
 */
type Budget = readonly [words: number, lines: number, buttons: number, rows?: RegExp | 'parts'];

const any = Number.POSITIVE_INFINITY;
const bankRow = /`\d{6}`/;

/** The budgets of the design; three words more where the transaction ID stands since 0.4. */
export const budgets = {
  settled: [43, 10, 3],
  'not settled': [56, 10, 3],
  requery: [40, 10, 2],
  'nested requery': [60, 14, 2],
  'record beside requery': [64, 14, 3],
  table: [50, any, 4], // with the sentence that counts what disagrees
  'table with more': [45, any, 5], // beside a whole table's: the button that looks up the rest
  batch: [55, any, 4],
  'not found': [25, 4, 2],
  failure: [28, 4, 1],
  'one bank': [14, any, 1],
  'several banks': [8, any, 1, bankRow],
  'no bank': [20, any, 1],
  'help for all': [87, 12, 0], // what works in a thread stands nowhere else in Slack
  'watch begun': [20, 3, 1],
  'watch told': [30, 6, 2],
  'watches told': [40, 6, 2, /^(?:\S )?`GARO-/],
  'anything else': [40, 8, 2, bankRow],
  parts: [40, 8, 2, 'parts'],
  /** All Fields and the overflowing samples, which have to hold whatever came. */
  whole: [any, any, any],
} satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** What a reader sees of a text: Slack's tokens resolved, code still between backticks. */
export function readable(mrkdwn: string): string {
  return mrkdwn
    .replace(
      /<!date\^\d+\^([^|>]*)\|[^>]*>/g,
      (_, format: string) => `${format.includes('date') ? 'today ' : ''}7:22 PM`,
    )
    .replace(/<[@#]([A-Z0-9]+)>/g, '@$1')
    .replace(/<[^|>]*\|([^>]*)>/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

const lineLength = 80;
const quoteMax = 3;

/** The figures that are over their budget: `words 41/40`. Of parts each is counted for itself. */
export function overOf(blocks: readonly Block[], [words, lines, buttons, rows]: Budget): string[] {
  const most = { words, lines, buttons, contextWords: 20, contextLines: 3 };
  if (rows !== 'parts') return overBudget(measure(blocks, rows), most);
  const starts = blocks.flatMap(({ type }, at) => (type === 'header' ? [at] : []));
  const isNoRow = (block: Block) => block.type !== 'section' || block.accessory === undefined;
  return [0, ...starts].flatMap((start, at, all) =>
    overBudget(measure(blocks.slice(start, all[at + 1]).filter(isNoRow)), most),
  );
}

type Figures = ReturnType<typeof measure>;

function overBudget(measured: Figures, most: Figures): string[] {
  const figures = ['words', 'lines', 'buttons', 'contextWords', 'contextLines'] as const;
  const over = figures.filter((figure) => measured[figure] > most[figure]);
  return over.map((figure) => `${figure} ${measured[figure]}/${most[figure]}`);
}

function measure(blocks: readonly Block[], rows?: RegExp) {
  const of = (...types: readonly string[]) =>
    linesOf(blocks.filter(({ type }) => types.includes(type)));
  const text = of('header', 'section').filter((line) => !rows?.test(line));
  const quotes = blocks.filter(
    (block) => block.type === 'rich_text' && block.elements[0]?.type === 'rich_text_quote',
  );
  const quoted = quotes.map((quote) => Math.min(quoteMax, wordsOf(linesOf([quote]))));
  const context = of('context');
  const rowsOfButtons = blocks.filter(({ type }) => type === 'actions');
  return {
    words: wordsOf(text) + sum(quoted),
    lines: heightOf([...text, ...linesOf(quotes)]) + rowsOfButtons.length,
    buttons: clickables(
      blocks.filter(({ type }) => type === 'section' || type === 'actions'),
    ).filter(({ actionId }) => actionId !== 'more').length,
    contextWords: wordsOf(context),
    contextLines: heightOf(context),
  };
}

/** As a reader sees them, without the marks of `shownLines`. */
function linesOf(blocks: readonly Block[]): string[] {
  const texts = shownLines({ text: '', blocks }).map((text) =>
    readable(text.replace(/^[#~>|] /, '')),
  );
  return texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const heightOf = (lines: readonly string[]) =>
  sum(lines.map((line) => Math.ceil(line.length / lineLength)));

function wordsOf(lines: readonly string[]): number {
  const words = lines.flatMap((line) => line.replace(/`[^`]*`/g, ' code ').split(/\s+/));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
