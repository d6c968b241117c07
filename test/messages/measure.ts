import type { types } from '@slack/bolt';
import type { Block } from '../../src/blocks/blocks.ts';
import { plainOf } from '../../src/blocks/mrkdwn.ts';

type Clickable = types.ActionsBlockElement | types.SectionBlockAccessory;

/**
 * What a message costs its reader, counted alike for all:
 * - A word is what stands between blanks and holds a letter or a digit, in headers, sections, fields and rich text. A
 *   code span is one word, a date token three, a quote at most three.
 * - Cells of tables, preformatted text, what is folded away and rows of lists (`rows` of the budget) are not counted.
 * - A line is what fits into 80 characters; two fields stand in one row; a row of buttons is a line.
 * - Buttons are all that can be clicked, beside the overflow menu.
 * - Context blocks have a budget of their own.
 */
export interface Measured {
  words: number;
  lines: number;
  buttons: number;
  contextWords: number;
  contextLines: number;
}

export interface Budget {
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
export const contextBudget = { contextWords: 20, contextLines: 3 };

/** The budgets of the design. */
export const budgets = {
  settled: { words: 40, lines: 10, buttons: 3 },
  'not settled': { words: 50, lines: 10, buttons: 3 },
  requery: { words: 40, lines: 10, buttons: 2 },
  'nested requery': { words: 60, lines: 14, buttons: 2 },
  'record beside requery': { words: 60, lines: 14, buttons: 2 },
  table: { words: 45, lines: any, buttons: 4 },
  /** Beside its charts: a bar is a row. */
  batch: { words: 45, lines: any, buttons: 4, rows: /[■□]|^`/ },
  'not found': { words: 25, lines: 4, buttons: 2 },
  'time-out': { words: 22, lines: 4, buttons: 1 },
  failure: { words: 28, lines: 4, buttons: 1 },
  'one bank': { words: 14, lines: any, buttons: 1 },
  'several banks': { words: 8, lines: any, buttons: 1, rows: bankRow },
  'no bank': { words: 20, lines: any, buttons: 1 },
  'help for one': { words: 40, lines: 6, buttons: 0 },
  'help for all': { words: 70, lines: 10, buttons: 0 },
  'watch begun': { words: 20, lines: 3, buttons: 1 },
  'watch told': { words: 30, lines: 6, buttons: 2 },
  'anything else': { words: 40, lines: 8, buttons: 2, rows: bankRow },
  parts: { words: 40, lines: 8, buttons: 2, isOfParts: true },
  /** All Fields and the overflowing samples, which have to hold whatever came. */
  whole: { words: any, lines: any, buttons: any },
} satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** A message as it is read, block by block. */
export interface Piece {
  kind: 'text' | 'quote' | 'context' | 'aside' | 'actions';
  /** With Slack's tokens resolved, code still between backticks. */
  lines: string[];
  /** Of what can be clicked; a menu's in angle brackets. */
  labels: string[];
}

const piece = (kind: Piece['kind'], lines: string[], labels: string[] = []): Piece => ({ kind, lines, labels });

export function piecesOf(blocks: readonly Block[]): Piece[] {
  return blocks.flatMap(piecesIn);
}

const readTypes = [
  'header',
  'section',
  'context',
  'actions',
  'input',
  'rich_text',
  'container',
  'table',
  'data_table',
  'data_visualization',
];
const isRead = (block: { type: string }): block is Block => readTypes.includes(block.type);

/** The blocks of a window, whose type says nothing of them. @throws Error when there is one that nobody can measure */
export function blocksOf({ blocks }: { blocks: readonly { type: string }[] }): Block[] {
  const unread = blocks.find((block) => !isRead(block));
  if (unread) throw new Error(`test/messages/measure.ts does not say how to read ${unread.type}`);
  return blocks.filter(isRead);
}

function piecesIn(block: Block): Piece[] {
  switch (block.type) {
    case 'header':
      return [piece('text', linesOf(block.text.text))];
    case 'section': {
      const { text, fields = [], accessory } = block;
      const labels = accessory ? [labelOf(accessory)] : [];
      const rows = fields.flatMap((_field, at) => (at % 2 === 0 ? [fields.slice(at, at + 2)] : []));
      return [
        ...(text ? [piece('text', linesOf(text.text), labels)] : []),
        ...rows.map((row) => piece('text', sideBySide(row.map((field) => linesOf(field.text))))),
      ];
    }
    case 'context':
      return [piece('context', linesOf(block.elements.map((each) => ('text' in each ? each.text : '')).join(' ')))];
    case 'actions':
      return [piece('actions', [], block.elements.map(labelOf))];
    case 'input':
      return [piece('text', linesOf(block.label.text))];
    case 'rich_text':
      return block.elements.map((element) => {
        const text = element.elements.map((inner) => ('text' in inner ? inner.text : '')).join('');
        const kind = element.type === 'rich_text_quote' ? 'quote' : 'aside';
        return piece(element.type === 'rich_text_section' ? 'text' : kind, text.split('\n'));
      });
    case 'container': {
      const folded = piecesOf(block.child_blocks).flatMap(({ lines }) => lines);
      return [piece('text', linesOf(`▸ ${block.title?.text}`)), piece('aside', folded)];
    }
    case 'data_visualization':
      return [piece('aside', [block.title])];
    case 'table':
    case 'data_table':
      return [
        piece(
          'aside',
          block.rows.map((row) =>
            row.map((cell) => (cell.type === 'rich_text' ? plainOf(cell) : cell.text)).join(' | '),
          ),
        ),
      ];
    default:
      throw new Error(`measure.ts does not say how to read ${block.type}`);
  }
}

function labelOf(element: Clickable): string {
  if (element.type === 'button') return `[${element.text.text}]`;
  if (element.type === 'overflow') return `${menu} ${element.options.map(({ text }) => text.text).join(' · ')}]`;
  return `<${('placeholder' in element && element.placeholder?.text) || element.type}>`;
}

const menu = '[⋯';

function sideBySide(texts: readonly string[][]): string[] {
  const count = Math.max(...texts.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => texts.map((lines) => lines[at] ?? '').join('   '));
}

function linesOf(mrkdwn: string): string[] {
  const text = mrkdwn
    .replace(/<!date\^\d+\^([^|>]*)\|[^>]*>/g, (_, format: string) => (format.includes('date') ? dateAndTime : time))
    .replace(/<[@#]([A-Z0-9]+)>/g, '@$1')
    .replace(/<[^|>]*\|([^>]*)>/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
  return text.split('\n').filter((line) => line.trim() !== '');
}

const time = '7:22 PM';
const dateAndTime = `today ${time}`;
const lineLength = 80;
const quoteMax = 3;

function wordsIn(line: string): number {
  const words = line
    .replace(/`[^`]*`/g, ' code ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return line.startsWith('> ') ? Math.min(words.length, quoteMax) : words.length;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const wordsOf = (lines: readonly string[]) => sum(lines.map(wordsIn));
const heightOf = (lines: readonly string[]) =>
  sum(lines.map((line) => Math.max(1, Math.ceil(line.length / lineLength))));

export function measure(blocks: readonly Block[], { rows, isOfParts }: Budget): Measured {
  if (!isOfParts) return measurePieces(piecesOf(blocks), rows);
  // The part that costs most; in each figure, as no part may be over.
  const starts = blocks.flatMap(({ type }, at) => (type === 'header' ? [at] : []));
  const parts = [0, ...starts].map((start, at, all) => blocks.slice(start, all[at + 1]));
  const measured = parts.map((part) => {
    const pieces = piecesOf(part);
    return measurePieces(pieces.filter(({ kind, labels }) => kind !== 'text' || labels.length === 0));
  });
  const most = (figure: keyof Measured) => Math.max(...measured.map((each) => each[figure]));
  return {
    words: most('words'),
    lines: most('lines'),
    buttons: most('buttons'),
    contextWords: most('contextWords'),
    contextLines: most('contextLines'),
  };
}

function measurePieces(pieces: readonly Piece[], rows?: RegExp): Measured {
  const of = (wanted: Piece['kind']) => pieces.filter(({ kind }) => kind === wanted);
  const text = of('text')
    .flatMap(({ lines }) => lines)
    .filter((line) => !rows?.test(line));
  const quotes = of('quote').map(({ lines }) => lines);
  const context = of('context').flatMap(({ lines }) => lines);
  return {
    words: wordsOf(text) + sum(quotes.map((lines) => Math.min(quoteMax, wordsOf(lines)))),
    lines: heightOf(text) + sum(quotes.map(heightOf)) + of('actions').length,
    buttons: pieces.flatMap(({ labels }) => labels).filter((label) => !label.startsWith(menu)).length,
    contextWords: wordsOf(context),
    contextLines: heightOf(context),
  };
}

/** The figures that are over their budget. */
export function overOf(measured: Measured, budget: Budget): (keyof Measured)[] {
  const most: Measured = { ...contextBudget, words: budget.words, lines: budget.lines, buttons: budget.buttons };
  const figures = ['words', 'lines', 'buttons', 'contextWords', 'contextLines'] as const;
  return figures.filter((figure) => measured[figure] > most[figure]);
}
