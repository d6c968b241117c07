import { toEnd } from '../async.ts';
import {
  findOwnReferences,
  hasReferenceShape,
  isOwnReference,
  isParted,
  namesOther,
  otherOwner,
  units,
  withoutSuffix,
  withSigns,
} from './shapes.ts';

/**
 * A run of letters and digits, joined by hyphens and underscores; `S00123+1` is one word, different
 * from `S00123`.
 */
export interface Word {
  readonly text: string;
  /** The text between this word and the word before it. */
  readonly gap: string;
  /** The kind of label right before the word, if any. */
  readonly label: WordLabel | undefined;
}

/** A word in its place. Few words are asked for their label, so it is found when it is read. */
interface PlacedWord extends Word {
  readonly previous: PlacedWord | undefined;
}

/** A kind of label. The label `id` alone may be for anything: an event, a record, a transfer. */
export type Label = 'reference' | 'identifier' | 'id' | 'other';

/**
 * A label in a text. A `receipt` may number itself (`Transaction No.`), and an `owner` has a number
 * of its own (`merchant 2207`); above a column, both are as sure as any other label.
 */
export type WordLabel = Label | 'receipt' | 'owner';

const wordPattern =
  '(?:\\d+[.,]\\d+[Ee]\\+\\d+|[\\p{L}\\d]+(?:[-_]+[\\p{L}\\d]+)*(?:\\+\\d{1,3}(?![\\p{L}\\d]))?)';
const singleWord = new RegExp(wordPattern, 'gu');
const wholeWord = new RegExp(`^${wordPattern}$`, 'u');
const underscored = '(?<![\\p{L}\\d_])_+[\\p{L}\\d-]+(?:_[\\p{L}\\d-]+)+_+(?![\\p{L}\\d_])';
const joinedWords = new RegExp(`${underscored}|${wordPattern}(?:[|/+]${wordPattern})*`, 'gu');
/** What may be one word with any signs in it: what quotation marks frame, or `PAY/77?x=1`. */
const blankFreeRuns = new RegExp(
  `(?<=(["'\`]))[^\\s"'\`,;|]{4,64}(?=\\1)|(?<![\\w/@.?#%&-])${withSigns}|${joinedWords.source}`,
  'gu',
);
/** Patterns to split a text with: what is not one word by the first is split by the next. */
const splittingPatterns = [blankFreeRuns, joinedWords, singleWord];

/** Splits a text into words. Pauses after each run without blanks, so that long texts give way. */
export function* splitInSteps(text: string): Generator<undefined, readonly Word[]> {
  const words: PlacedWord[] = [];
  let end = 0;

  const addWords = (run: string, start: number, [, nextPattern, ...others]: readonly RegExp[]) => {
    const gap = text.slice(end, start);
    const previous = words.at(-1);

    if (nextPattern === undefined || isOneWord(run, gap, previous)) {
      words.push({
        text: run,
        gap,
        previous,
        get label() {
          return labelBefore(previous, gap);
        },
      });
      end = start + run.length;
      return;
    }

    for (const { 0: part, index } of run.matchAll(nextPattern))
      addWords(part, start + index, [nextPattern, ...others]);
  };

  for (const { 0: run, index } of text.matchAll(blankFreeRuns)) {
    addWords(run, index, splittingPatterns);
    yield;
  }

  return words;
}

export const splitWords = (text: string) => toEnd(splitInSteps(text));

/**
 * Whether a run with signs in it is one word: `AB/77/12` behind a label, `_GARO_1_`; behind a label
 * and in quotation marks, whatever its signs.
 */
function isOneWord(run: string, gap: string, previous: PlacedWord | undefined): boolean {
  if (wholeWord.test(run) || isSuffixed(run)) return true;
  if (isParted(run) || /^_.+_$/.test(run))
    return findOwnReferences(run.replace(/[^\w-]/g, '-')).length === 0;
  if (!mayBeParts(run)) return false;

  const isCapitals = /[A-Z]/.test(run) && !/\p{Ll}{3}|[^\p{L}\d/+]/u.test(run) && run.length >= 8;
  const goesOnWithParts = previous?.text.includes('/') === true;
  return isCapitals || goesOnWithParts || isReferenceLabel(labelBefore(previous, gap));
}

/** Whether a number is appended to another service's reference: `PSTK_9k3m5n7p1q/2`. */
function isSuffixed(text: string): boolean {
  return (
    /^[^/|]+\/\d{1,3}$/.test(text) &&
    hasReferenceShape(text) &&
    !isOwnReference(withoutSuffix(text))
  );
}

/**
 * Whether signs may join parts of one reference (`AB/77/12`), not a date or a list of words or
 * numbers.
 */
function mayBeParts(text: string): boolean {
  const isNumber = !/[/+\p{L}]/u.test(text); // `12.50`
  const isDate = /^\d{1,4}\/(?:\d{1,2}|[A-Z][a-z]{2})\/\d{1,4}$/.test(text);
  if (isNumber || isDate || !/\d/.test(text) || text.includes('|')) return false;

  const parts = text.split(/[^\p{L}\d_-]+/u);
  const areOfOneLength = new Set(parts.map(({ length }) => length)).size === 1;
  if (/^[\d/]+$/.test(text) && areOfOneLength) return false;

  const isWhole = (part: string) =>
    /^\d{10,11}$/.test(part) || hasReferenceShape(part) || findOwnReferences(part).length > 0;
  return !parts.some(isWhole);
}

/**
 * Labels are read in small letters, without blanks or punctuation: `Payment Ref. No` is
 * `paymentrefno`, and `payment` its owner.
 */
const referenceLabel =
  /^([a-z]*?)(?<!^h|^p|(?:user|customer)p)ref(?:erence)?s?(?:nos?|num|numbers?|ids?|code)?$/;
const transactionLabel = /^(?:txn|trx|tx|tran|transaction)s?(nos?|num|numbers?)?$/;
const identifierLabel =
  /^(?:txn|trx|tx|tran|transaction|transfer|payment)s?ids?$|^(?:requery|tsq)(?:transfer|transaction|it|id)*$/;

/** The most words of a label, and the most characters of one of them. */
const labelWordsMax = 4;
const labelWordMax = 24;

/** Finds the kind of a label. An account's reference is another's, but an order's is a payment's. */
function readLabel(label: string): WordLabel | undefined {
  const reference = referenceLabel.exec(label);
  const [, owner = ''] = reference ?? [];
  if (reference && (owner === 'order' || !namesOther(owner))) return 'reference';

  const transaction = transactionLabel.exec(label);
  if (transaction) return transaction[1] ? 'receipt' : 'reference';
  if (identifierLabel.test(label)) return 'identifier';
  if (/^ids?$/.test(label)) return 'id';
  if (namesOther(label)) return 'other';
  return otherOwner.test(label) ? 'owner' : undefined;
}

/** Whether a label says that its value is a reference, at least while there is no better one. */
export const isReferenceLabel = (label: WordLabel | undefined) =>
  label === 'reference' || label === 'receipt';

/** Determines from a column heading what kind of value the column holds. */
export function labelKind(heading: string): Label | undefined {
  const label = heading.toLowerCase().replace(/[\s_.#:*"'-]/g, '');
  const kind = label.length > 2 * labelWordMax ? undefined : readLabel(label);
  if (kind === 'receipt') return 'reference';
  return kind === 'owner' ? 'other' : kind;
}

/** Whether a gap may separate a label from its value. */
const mayFollowLabel = (gap: string) => /^[\s:=#/\->"'`*_~([{\]]*$/.test(gap);
/**
 * Whether the text and the gap are an abbreviated label, `Ref.` or `No.`: behind any other word, a
 * full stop separates.
 */
const isAbbreviatedLabel = (text: string, gap: string) =>
  /^(?:ref|no|nos|num)$/i.test(text) && /^\.[\s:=#"'-]*$/.test(gap);

/**
 * Finds the longest label right before a gap: `transaction id` in `transaction id: 1`, not `id`.
 */
function labelBefore(last: PlacedWord | undefined, gap: string): WordLabel | undefined {
  let label = '';
  let longestKnown: WordLabel | undefined;
  let gapAfter = gap;
  let word = last;

  for (let count = 0; word && count < labelWordsMax; count += 1, word = word.previous) {
    if (word.text.length > labelWordMax) break;
    if (!mayFollowLabel(gapAfter) && !isAbbreviatedLabel(word.text, gapAfter)) break;

    gapAfter = word.gap;

    const text = word.text.toLowerCase().replace(/[-_]/g, '');
    if (label === '' && /^(?:is|are|was|\d{1,2})$/.test(text)) continue; // `ref is 1`, `ref 2: 1`
    if (/\d/.test(text)) break; // no label has a digit

    label = text + label;
    longestKnown = readLabel(label) ?? longestKnown;
  }

  return longestKnown;
}

/** The text of the label to write for each kind. */
const writtenLabels = {
  reference: 'ref',
  identifier: 'transaction id',
  id: '"id"',
  other: 'account',
  unknown: 'id',
};

/**
 * Prefixes a cell with a label for the kind of value in the cell's column: `account: 100200300`. A
 * reference without blanks is quoted, as it is one whatever its signs: `ref: "_PAY-77_"`.
 */
export function labelled(cell: string, label: keyof typeof writtenLabels): string {
  const text = cell.trim();
  if (text === '') return cell;

  const isQuotable = label === 'reference' && /^[^\s"]+$/.test(text);
  return `${writtenLabels[label]}: ${isQuotable ? `"${text}"` : cell}`;
}

const cellSeparators = [...'\t|,;'];
/** Matches text in quotes, where a separator is part of the cell. */
const quotedCell = /"[^"\n]*"/g;

/**
 * Labels the cells of tables that have a heading such as `Reference`. In a column with another
 * heading, a single word is no reference, whatever it looks like, unless it is one of the service's
 * own.
 */
export function labelCells(text: string): string {
  let table: Table | undefined;

  const labelLine = (line: string) => {
    if (/^\s*[|+=-][\s|+:=-]*$/.test(line)) return line; // a rule below the headings

    const cells = table && splitCells(line, table.separator);
    if (table === undefined || cells?.length !== table.headings.length) {
      table = readHeadings(line);
      return line;
    }

    const { headings, separator } = table;
    return cells
      .map((cell, column) => labelled(cell, headings[column] ?? 'unknown'))
      .join(separator);
  };

  return text.split('\n').map(labelLine).join('\n');
}

/** What the line of its headings says of a table. */
interface Table {
  separator: string;
  headings: (Label | undefined)[];
}

const splitCells = (line: string, separator: string) =>
  line.replace(quotedCell, (cell) => cell.replace(/[,;|\t]/g, ' ')).split(separator);

/** Reads a line as a table's headings, if one of them is a reference's. */
function readHeadings(line: string): Table | undefined {
  if (/\d/.test(line)) return undefined;

  return cellSeparators
    .filter((separator) => line.includes(separator))
    .map((separator) => ({ separator, headings: line.split(separator).map(labelKind) }))
    .find(({ headings }) => headings.includes('reference'));
}

const unitForm = new RegExp(`^(?:${units})$`, 'i');

/**
 * Whether `next`, the word after some digits, makes these digits an amount or a measure: `250000
 * naira`, `25000.00`, `4121 ms`.
 */
export function isAmountBefore(next: Word | undefined): boolean {
  if (next === undefined) return false;
  if (/^[.,]$/.test(next.gap)) return /^\d{1,3}$/.test(next.text);
  return /^\s*$/.test(next.gap) && unitForm.test(next.text);
}
