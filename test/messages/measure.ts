import type { Block } from '../../src/blocks/blocks.ts';
import { clickables } from '../support/clickables.ts';
import { shownLines } from '../support/shown.ts';

/**
 * What a message costs its reader, counted alike for all:
 * - A word is what stands between blanks and holds a letter or a digit. A code span is one word, a date token three, and
 *   free text from outside, which stands apart, three at most.
 * - Tables, what is folded away and rows of lists (`rows` of the budget) are not counted.
 * - A line is what fits into 80 characters; a row of buttons is a line.
 * - Buttons are all that can be clicked, beside the overflow menu.
 * - Context blocks have a budget of their own.
 */
interface Budget {
  words: number;
  lines: number;
  buttons: number;
  /** Lines that are rows of a list. */
  rows?: RegExp;
  /** Whether each part under a header has the budget for itself, and its rows with a button are rows of a list. */
  isOfParts?: boolean;
}

const any = Number.POSITIVE_INFINITY;
const bankRow = /`\d{6}`/;

/** The budgets of the design. */
export const budgets = {
  settled: { words: 40, lines: 10, buttons: 3 },
  'not settled': { words: 50, lines: 10, buttons: 3 },
  requery: { words: 40, lines: 10, buttons: 2 },
  'nested requery': { words: 60, lines: 14, buttons: 2 },
  'record beside requery': { words: 60, lines: 14, buttons: 2 },
  table: { words: 45, lines: any, buttons: 4 },
  batch: { words: 55, lines: any, buttons: 4 },
  'not found': { words: 25, lines: 4, buttons: 2 },
  'time-out': { words: 22, lines: 4, buttons: 1 },
  failure: { words: 28, lines: 4, buttons: 1 },
  'one bank': { words: 14, lines: any, buttons: 1 },
  'several banks': { words: 8, lines: any, buttons: 1, rows: bankRow },
  'no bank': { words: 20, lines: any, buttons: 1 },
  'help for all': { words: 70, lines: 10, buttons: 0 },
  'watch begun': { words: 20, lines: 3, buttons: 1 },
  'watch told': { words: 30, lines: 6, buttons: 2 },
  'watches told': { words: 40, lines: 6, buttons: 2, rows: /^(?:\S )?`GARO-/ },
  'anything else': { words: 40, lines: 8, buttons: 2, rows: bankRow },
  parts: { words: 40, lines: 8, buttons: 2, isOfParts: true },
  /** All Fields and the overflowing samples, which have to hold whatever came. */
  whole: { words: any, lines: any, buttons: any },
} satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** What a reader sees of a text: Slack's tokens resolved, code still between backticks. */
export function readable(mrkdwn: string): string {
  return mrkdwn
    .replace(/<!date\^\d+\^([^|>]*)\|[^>]*>/g, (_, format: string) => (format.includes('date') ? dateAndTime : time))
    .replace(/<[@#]([A-Z0-9]+)>/g, '@$1')
    .replace(/<[^|>]*\|([^>]*)>/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

const time = '7:22 PM';
const dateAndTime = `today ${time}`;
const lineLength = 80;
const quoteMax = 3;

/** The figures that are over their budget: `words 41/40`. Of parts each is counted for itself. */
export function overOf(blocks: readonly Block[], { rows, isOfParts, ...budget }: Budget): string[] {
  const most = { ...budget, contextWords: 20, contextLines: 3 };
  const starts = blocks.flatMap(({ type }, at) => (isOfParts && type === 'header' ? [at] : []));
  const parts = [0, ...starts].map((start, at, all) => blocks.slice(start, all[at + 1]));
  const isNoRow = (block: Block) => !isOfParts || block.type !== 'section' || block.accessory === undefined;
  const figures = ['words', 'lines', 'buttons', 'contextWords', 'contextLines'] as const;
  return parts.flatMap((part) => {
    const measured = measure(part.filter(isNoRow), rows);
    return figures.flatMap((figure) =>
      measured[figure] > most[figure] ? [`${figure} ${measured[figure]}/${most[figure]}`] : [],
    );
  });
}

function measure(blocks: readonly Block[], rows?: RegExp) {
  const of = (...types: readonly string[]) => blocks.filter(({ type }) => types.includes(type));
  const text = linesOf(of('header', 'section')).filter((line) => !rows?.test(line));
  const quotes = of('rich_text')
    .filter(isQuote)
    .map((quote) => linesOf([quote]));
  const context = linesOf(of('context'));
  return {
    words: wordsOf(text) + sum(quotes.map((lines) => Math.min(quoteMax, wordsOf(lines)))),
    lines: heightOf(text) + sum(quotes.map(heightOf)) + of('actions').length,
    buttons: clickables(of('section', 'actions')).filter(({ actionId }) => actionId !== 'more').length,
    contextWords: wordsOf(context),
    contextLines: heightOf(context),
  };
}

const isQuote = (block: Block) => block.type === 'rich_text' && block.elements[0]?.type === 'rich_text_quote';

/** As a reader sees them, without the marks of `shownLines`. */
function linesOf(blocks: readonly Block[]): string[] {
  const texts = shownLines({ text: '', blocks }).map((text) => readable(text.replace(/^[#~>|] /, '')));
  return texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const heightOf = (lines: readonly string[]) =>
  sum(lines.map((line) => Math.max(1, Math.ceil(line.length / lineLength))));

function wordsOf(lines: readonly string[]): number {
  const words = lines.flatMap((line) => line.replace(/`[^`]*`/g, ' code ').split(/\s+/));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
