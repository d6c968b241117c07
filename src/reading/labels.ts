import { hasReferenceShape, namesOther, ownWithin } from './shapes.ts';

/** `TRF|q0x7ns31|1757718844`, `TRF/2026/000123`: some gateways join the parts of a reference with bars or slashes. */
const piped =
  '(?<![\\p{L}\\d|/])(?:[A-Za-z]{2,8}\\|[A-Za-z\\d]{6,}\\|\\d{3,}|[A-Z]{2,8}/\\d{2,4}/\\d{4,})(?![\\p{L}\\d|/])';

/** A run of letters and digits, joined by hyphens and underscores; `S00123+1` is not `S00123`. */
export interface Word {
  text: string;
  /** What stands between it and the word before. */
  gap: string;
  /** What the words before it, or the head of its column, say that it is. */
  label: Label | undefined;
}

/** `id` is of whatever the text is about: an event, a record, a transfer. */
export type Label = 'reference' | 'transaction' | 'identifier' | 'id' | 'other';

const word = new RegExp(`${piped}|[\\p{L}\\d]+(?:[-_]+[\\p{L}\\d]+)*(?:\\+\\d{1,3}(?![\\p{L}\\d]))?`, 'gu');

/** Of plain words nobody asks what they are. */
const isWorthALabel = /[\d-]|^[A-Z]{5,}$/;

/** @param heading of the column that the text is a cell of */
export function wordsOf(text: string, heading?: Label): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(word)) {
    words.push({ text: found, gap: text.slice(end, index), label: undefined });
    end = index + found.length;
  }
  const labelled: Word[] = [];
  const labelOf = (at: number) => labelBefore(words, at) ?? heading;
  for (let at = 0; at < words.length; ) {
    const { gap = '', text = '' } = words[at] ?? {};
    const parts = gap !== '/' && words[at + 1]?.gap === '/' ? slashedFrom(words, at) : [];
    const isSlashed = isSlashedReference(parts) && labelOf(at) === 'reference';
    if (isSlashed) labelled.push({ gap, text: parts.join('/'), label: 'reference' });
    else labelled.push({ gap, text, label: isWorthALabel.test(text) ? labelOf(at) : undefined });
    at += isSlashed ? parts.length : 1;
  }
  return labelled;
}

const slashedMax = 5;

/** The words from a place on that slashes join. */
function slashedFrom(words: readonly Word[], start: number): string[] {
  const parts = words.slice(start, start + slashedMax);
  const end = parts.findIndex(({ gap }, at) => at > 0 && gap !== '/');
  return parts.slice(0, end === -1 ? slashedMax : end).map(({ text }) => text);
}

/** `AB/77/12` behind a label; no date, no list of numbers or references, and no row of words. */
function isSlashedReference(parts: readonly string[]): boolean {
  const text = parts.join('/');
  if (parts.length < 2 || !/\d/.test(text) || /^\d{1,4}\/\d{1,2}\/\d{1,4}$/.test(text)) return false;
  const isList = /^[\d/]+$/.test(text) && new Set(parts.map(({ length }) => length)).size === 1;
  return !isList && !parts.some((part) => hasReferenceShape(part) || ownWithin(part).length > 0);
}

const owners =
  'my|the|your|our|txn|trx|tx|tran|trans|transaction|transfer|payment|pay|client|external|merchant|order|original|internal|provider|gateway|unique|customer|bank';
const numbers = 'no|nos|num|number|numbers|id|ids|code';

/** As they read without blanks, hyphens and underscores: `Payment Ref. No` is `paymentrefno`. The first that fits counts. */
const labels: readonly [Label, RegExp][] = [
  ['reference', new RegExp(`^(?:${owners})?ref(?:erence)?s?(?:${numbers})?$`)],
  ['transaction', /^(?:txn|trx|tx|tran|transaction)s?(?:no|number)?$/],
  ['identifier', /^(?:txn|trx|tx|tran|transaction|transfer|payment)s?ids?$/],
  ['id', /^ids?$/],
];

const wordsMax = 4;
const wordMax = 24;

function kindOf(read: string): Label | undefined {
  return labels.find(([, label]) => label.test(read))?.[0] ?? (namesOther(read) ? 'other' : undefined);
}

/** What a heading says of the cells below it. */
export function labelKind(heading: string): Label | undefined {
  const read = heading.toLowerCase().replace(/[\s_.#:*"'-]/g, '');
  return read.length > 2 * wordMax ? undefined : kindOf(read);
}

/** Between a label and what it is about; a full stop ends a sentence unless it ends `Ref.` or `No.`. */
const isBetween = (gap: string) => /^[\s:=#/\->"'`*_~([{]*$/.test(gap);
const isAbbreviated = (text: string, gap: string) => /^(?:ref|no|nos|num)$/i.test(text) && /^\.[\s:=#"'-]*$/.test(gap);

/** The longest label right before a word counts: in `transaction id: 1` it is no label of a transaction. */
function labelBefore(words: readonly Word[], index: number): Label | undefined {
  let read = '';
  let found: Label | undefined;
  for (let back = 1; back <= wordsMax; back += 1) {
    const [before, after] = [words[index - back], words[index - back + 1]];
    if (!before || !after || before.text.length > wordMax) break;
    if (!isBetween(after.gap) && !isAbbreviated(before.text, after.gap)) break;
    const text = before.text.toLowerCase().replace(/[-_]/g, '');
    if (read === '' && /^(?:is|are|was|\d{1,2})$/.test(text)) continue; // `ref is 1`, `ref 2: 1`
    read = text + read;
    found = kindOf(read) ?? found;
  }
  return found;
}

/** `250000 naira`, `25000.00`: what goes on behind digits says that they are money. */
export function isAmountBefore(next: Word | undefined): boolean {
  if (next === undefined) return false;
  if (/^[.,]$/.test(next.gap)) return /^\d{1,3}$/.test(next.text);
  return /^\s*$/.test(next.gap) && /^(?:naira|ngn|usd|k|kobo|dollars?)$/i.test(next.text);
}
