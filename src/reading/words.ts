import { toEnd } from '../async.ts';
import {
  findOwnReferences,
  hasReferenceShape,
  isOwnReference,
  isParted,
  namesOther,
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
  readonly label: Label | undefined;
}

/** A word in its place. Few words are asked for their label, so it is found when it is read. */
class PlacedWord implements Word {
  readonly text: string;
  readonly gap: string;
  readonly before: PlacedWord | undefined;
  #label: Label | undefined;
  #isLabelKnown = false;

  constructor(text: string, gap: string, before: PlacedWord | undefined) {
    this.text = text;
    this.gap = gap;
    this.before = before;
  }

  get label(): Label | undefined {
    if (!this.#isLabelKnown) {
      this.#label = labelBefore(this.before, this.gap);
      this.#isLabelKnown = true;
    }

    return this.#label;
  }
}

/** A kind of label. The label `id` alone may be for anything: an event, a record, a transfer. */
export type Label = 'reference' | 'identifier' | 'id' | 'other';

const word =
  '(?:\\d+[.,]\\d+[Ee]\\+\\d+|[\\p{L}\\d]+(?:[-_]+[\\p{L}\\d]+)*(?:\\+\\d{1,3}(?![\\p{L}\\d]))?)';
const oneWord = new RegExp(word, 'gu');
const wholeWord = new RegExp(`^${word}$`, 'u');
const framed = '(?<![\\p{L}\\d_])_[\\p{L}\\d-]+(?:_[\\p{L}\\d-]+)+_(?![\\p{L}\\d_])';
const joinedWords = new RegExp(`${framed}|${word}(?:[|/+]${word})*`, 'gu');
/** What may be one word with any signs in it: what quotation marks frame, or `PAY/77?x=1`. */
const runs = new RegExp(
  `(?<=(["'\`]))[^\\s"'\`,;|]{4,64}(?=\\1)|(?<![\\w/@.?#%&-])${withSigns}|${joinedWords.source}`,
  'gu',
);
/** How a text is taken apart: what is not one word in the first way is so in the next. */
const ways = [runs, joinedWords, oneWord];

/** Splits a text into words. Pauses after each run without blanks, so that long texts give way. */
export function* splitInSteps(text: string): Generator<undefined, readonly Word[]> {
  const words: PlacedWord[] = [];
  let end = 0;
  let last: PlacedWord | undefined;

  const add = (found: string, start: number, [, way, ...others]: readonly RegExp[]) => {
    const gap = text.slice(end, start);
    if (way === undefined || isOneWord(found, gap, last)) {
      last = new PlacedWord(found, gap, last);
      words.push(last);
      end = start + found.length;
    } else {
      for (const { 0: part, index } of found.matchAll(way))
        add(part, start + index, [way, ...others]);
    }
  };

  for (const { 0: run, index } of text.matchAll(runs)) {
    add(run, index, ways);
    yield;
  }

  return words;
}

export const splitWords = (text: string) => toEnd(splitInSteps(text));

/**
 * Whether a run with signs in it is one word: `AB/77/12` behind a label, `_GARO_1_`; behind a label
 * and in quotation marks, whatever its signs.
 */
function isOneWord(run: string, gap: string, before: PlacedWord | undefined): boolean {
  if (wholeWord.test(run) || isSuffixed(run)) return true;
  if (isParted(run) || /^_.+_$/.test(run))
    return findOwnReferences(run.replace(/[^\w-]/g, '-')).length === 0;
  if (!mayBeParts(run)) return false;

  const isCapitals = /[A-Z]/.test(run) && !/\p{Ll}{3}|[^\p{L}\d/+]/u.test(run) && run.length >= 8;
  return (
    isCapitals || before?.text.includes('/') === true || labelBefore(before, gap) === 'reference'
  );
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
  const parts = text.split(/[^\p{L}\d_-]+/u);
  const isList = /^[\d/]+$/.test(text) && new Set(parts.map(({ length }) => length)).size === 1;
  const isOther = (part: string) =>
    /^\d{10,11}$/.test(part) || hasReferenceShape(part) || findOwnReferences(part).length > 0;
  const isOfOthers = isList || parts.some(isOther);
  const isDate = /^\d{1,4}\/(?:\d{1,2}|[A-Z][a-z]{2})\/\d{1,4}$/.test(text);
  const isNumber = !/[/+\p{L}]/u.test(text); // `12.50`
  return /\d/.test(text) && !/\|/.test(text) && !isNumber && !isDate && !isOfOthers;
}

const owners =
  'my|the|your|our|txn|trx|tx|tran|trans|transaction|transfer|payment|pay|client|external|merchant|order|original|internal|provider|gateway|unique|customer|bank';

/**
 * Labels in small letters, without blanks or punctuation: `Payment Ref. No` is `paymentrefno`.
 * First match wins.
 */
const labels: readonly [Label, RegExp][] = [
  ['reference', new RegExp(`^(?:${owners})?ref(?:erence)?s?(?:nos?|num|numbers?|ids?|code)?$`)],
  ['reference', /^(?:txn|trx|tx|tran|transaction)s?(?:no|number)?$/],
  [
    'identifier',
    /^(?:txn|trx|tx|tran|transaction|transfer|payment)s?ids?$|^(?:requery|tsq)(?:transfer|transaction|it|id)*$/,
  ],
  ['id', /^ids?$/],
];

const wordsMax = 4;
const wordMax = 24;

function kindOf(read: string): Label | undefined {
  return (
    labels.find(([, label]) => label.test(read))?.[0] ?? (namesOther(read) ? 'other' : undefined)
  );
}

/** Determines from a column heading what kind of value the column holds. */
export function labelKind(heading: string): Label | undefined {
  const read = heading.toLowerCase().replace(/[\s_.#:*"'-]/g, '');
  return read.length > 2 * wordMax ? undefined : kindOf(read);
}

/** Whether a gap may separate a label from its value. */
const isBetween = (gap: string) => /^[\s:=#/\->"'`*_~([{]*$/.test(gap);
/**
 * Whether the text and the gap are an abbreviated label, `Ref.` or `No.`: behind any other word, a
 * full stop separates.
 */
const isAbbreviated = (text: string, gap: string) =>
  /^(?:ref|no|nos|num)$/i.test(text) && /^\.[\s:=#"'-]*$/.test(gap);

/**
 * Finds the longest label right before a gap: `transaction id` in `transaction id: 1`, not `id`.
 */
function labelBefore(last: PlacedWord | undefined, gap: string): Label | undefined {
  let read = '';
  let behind = gap;
  let found: Label | undefined;
  let before = last;

  for (let count = 0; before && count < wordsMax; count += 1, before = before.before) {
    if (before.text.length > wordMax) break;
    if (!isBetween(behind) && !isAbbreviated(before.text, behind)) break;

    behind = before.gap;

    const text = before.text.toLowerCase().replace(/[-_]/g, '');
    if (read === '' && /^(?:is|are|was|\d{1,2})$/.test(text)) continue; // `ref is 1`, `ref 2: 1`
    if (/\d/.test(text)) break; // no label has a digit

    read = text + read;
    found = kindOf(read) ?? found;
  }

  return found;
}

/** The text of the label to write for each kind. */
const writtenLabels = {
  reference: 'ref',
  identifier: 'transaction id',
  id: 'id',
  other: 'account',
};

/**
 * Prefixes a cell with a label for the kind of value in the cell's column: `account: 100200300`. A
 * reference without blanks is quoted, as it is one whatever its signs: `ref: "_PAY-77_"`.
 */
export function labelled(cell: string, label: Label): string {
  const text = cell.trim();
  if (text === '') return cell;
  const isOneWord = label === 'reference' && /^[^\s"]+$/.test(text);
  return `${writtenLabels[label]}: ${isOneWord ? `"${text}"` : cell}`;
}

/**
 * Labels the cells of tables that have a heading such as `Reference`. In a column with another
 * heading, a single word is no reference, whatever it looks like, unless it is one of the service's
 * own.
 */
export function labelCells(text: string): string {
  let headings: (Label | undefined)[] = [];
  let separator = '\n';

  const label = (line: string) => {
    if (headings.length > 1) {
      const cells = line.replace(quoted, (cell) => cell.replace(/[,;|\t]/g, ' ')).split(separator);
      if (cells.length === headings.length)
        return cells.map((cell, at) => labelled(cell, headings[at] ?? 'id')).join(separator);
    }

    const used = /\d/.test(line) ? [] : separators.filter((each) => line.includes(each));
    const rows = used.map((each) => line.split(each).map(labelKind));

    headings = rows.find((labels) => labels.includes('reference')) ?? [];
    separator = used[rows.indexOf(headings)] ?? '\n';

    return line;
  };

  return text.split('\n').map(label).join('\n');
}

const separators = ['\t', '|', ',', ';'];
/** Matches text in quotes, where a separator is part of the cell. */
const quoted = /"[^"\n]*"/g;

/**
 * Whether `next`, the word after some digits, makes these digits an amount: `250000 naira`,
 * `25000.00`.
 */
export function isAmountBefore(next: Word | undefined): boolean {
  if (next === undefined) return false;
  if (/^[.,]$/.test(next.gap)) return /^\d{1,3}$/.test(next.text);
  return /^\s*$/.test(next.gap) && /^(?:naira|ngn|usd|k|kobo|dollars?)$/i.test(next.text);
}
