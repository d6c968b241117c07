/** What the words before one say that it is. */
export type Label = 'reference' | 'transaction' | 'identifier' | 'other';

const owners =
  'my|the|your|our|txn|trx|tx|tran|trans|transaction|transfer|payment|pay|client|external|merchant|order|original|internal|provider|gateway|unique|customer|bank';
const numbers = 'no|nos|num|number|numbers|id|ids|code';
const others =
  'account|acct|acc|ac|nuban|phone|mobile|tel|telephone|gsm|whatsapp|call|bvn|nin|tin|rc|card|pan|session|trace|span|request|correlation|device|terminal|rrn|stan|ticket|case|incident|issue|invoice|pod|host|node|server|version|build|commit|amount|amt|balance|fee|charge|wallet|otp|pin|token|key|order|batch|iban|swift|bic|tid|mid|aid|auth|authorization|authorisation|approval|imei|serial|model|meter|iuc|smartcard|decoder|plate|policy';

/** As they read without blanks, hyphens and underscores: `Payment Ref. No` is `paymentrefno`. */
const labels: [Label, RegExp][] = [
  ['reference', new RegExp(`^(?:${owners})?ref(?:erence)?s?(?:${numbers})?$`)],
  ['transaction', /^(?:txn|trx|tx|tran|transaction)s?(?:no|number)?$/],
  ['identifier', /^(?:txn|trx|tx|tran|transaction|transfer|payment)s?ids?$/],
  ['other', new RegExp(`^x?(?:${others})s?(?:${numbers})?$|^(?:user|customer|merchant|agent)(?:${numbers})$`)],
];

/** Between a label and what it is about; a full stop ends a sentence unless it ends `Ref.` or `No.`. */
const isBetween = (gap: string) => /^[\s:=#/\->"'`*_~([{]*$/.test(gap);
const isAbbreviated = (text: string, gap: string) => /^(?:ref|no|nos|num)$/i.test(text) && /^\.[\s:=#"'-]*$/.test(gap);
const wordsMax = 4;
const wordMax = 24;

/** The label right before a word; the longest one counts: in `transaction id: 1` it is no label of a transaction. */
export function labelOf(words: readonly Word[], index: number): Label | undefined {
  let read = '';
  let found: Label | undefined;
  for (let back = 1; back <= wordsMax; back += 1) {
    const [before, after] = [words[index - back], words[index - back + 1]];
    if (!before || !after || before.text.length > wordMax) break;
    if (!isBetween(after.gap) && !isAbbreviated(before.text, after.gap)) break;
    const text = before.text.toLowerCase().replace(/[-_]/g, '');
    if (read === '' && /^(?:is|are|was|\d{1,2})$/.test(text)) continue; // `ref is 1`, `ref 2: 1`
    read = text + read;
    found = labels.find(([, label]) => label.test(read))?.[0] ?? found;
  }
  return found;
}

/** What a heading says of the cells below it. */
export function labelKind(heading: string): Label | undefined {
  const read = heading.toLowerCase().replace(/[\s_.#:*"'-]/g, '');
  return read.length > 2 * wordMax ? undefined : labels.find(([, label]) => label.test(read))?.[0];
}

/** What stands between the words of one list. */
export const isBetweenListed = /^[\s,;/|&+"'`()[\]*_~>:.-]*$/;
export const isListJoin = /^(?:and|or|plus)$/i;

/** The label of each word; that of another number goes on for the list that it begins: `tickets TKT-9f8e7d1, TKT-9f8e7d2`. */
export function labelsOf(words: readonly Word[]): (Label | undefined)[] {
  let listed: string | undefined; // the prefix of what a list of other numbers holds
  return words.map((word, at) => {
    const label = labelOf(words, at);
    if (isListJoin.test(word.text)) return label;
    const prefix = prefixOf(word.text);
    const goesOn = label === undefined && prefix !== undefined && prefix === listed && isBetweenListed.test(word.gap);
    listed = label === 'other' || goesOn ? prefix : undefined;
    return goesOn ? 'other' : label;
  });
}

/** `R-GARO-`, `TXN_`, `A_` */
export function prefixOf(text: string): string | undefined {
  return /^(?:[A-Z]-)?[A-Z]{1,10}[-_]/.exec(text)?.[0];
}

export interface Word {
  text: string;
  /** What stands between it and the word before. */
  gap: string;
  /** Where it begins in the text. */
  at: number;
}

/** Letters and digits, and the hyphens and underscores within. */
const word = /[\p{L}\d]+(?:[-_]+[\p{L}\d]+)*/gu;

export function wordsOf(text: string): Word[] {
  let end = 0;
  return [...text.matchAll(word)].map(({ 0: found, index }) => {
    const gap = text.slice(end, index);
    end = index + found.length;
    return { text: found, gap, at: index };
  });
}

/** `250000 naira`, `25000.00`: what goes on behind digits says that they are money. */
export function isAmountBefore(next: Word | undefined): boolean {
  if (next === undefined) return false;
  if (/^[.,]$/.test(next.gap)) return /^\d+$/.test(next.text);
  return /^\s*$/.test(next.gap) && /^(?:naira|ngn|usd|k|kobo|dollars?)$/i.test(next.text);
}
