import { personalNumber } from './personal-numbers.ts';
import {
  findOwnReferences,
  hasOtherPrefix,
  hasReferenceShape,
  isAccountWithName,
  isCutOff,
  isExponential,
  isIdentifier,
  isMachine,
  isNonReference,
  isOfLog,
  isOrdinary,
  isTail,
  numberShape,
} from './shapes.ts';
import { isAmountBefore, isReferenceLabel, type Word } from './words.ts';

/**
 * What a word is in its place. What a log names, or a label calls an account (`aside`), is named
 * only if the text has no reference. What a label alone calls a reference, against its prefix
 * (`order`), is only named beside one of the service's own; the long number that a receipt gives
 * itself (`Transaction No.`) is nothing there.
 */
export type WordKind =
  | 'reference'
  | 'order'
  | 'receipt'
  | 'identifier'
  | 'named'
  | 'aside'
  | 'plain';

/** Capitals that behind a label may be a reference all the same: `ref: ABCDEF`. */
const longCapitals = /^[A-Z]{5,}$/;

/** Whether a word is talk, whatever stands around it: letters alone, and not in long capitals. */
export const isTalkWord = (text: string) => /^\p{L}+$/u.test(text) && !longCapitals.test(text);

/** Finds the kind of a word by its label, its shape and the word after it. The first rule wins. */
export function kindOfWord(word: Word, next: Word | undefined): WordKind {
  const { text, label, gap } = word;
  const isLabelled = isReferenceLabel(label);
  const isAfterColon = isLabelled && /[:=]/.test(gap);

  if (findOwnReferences(text).length > 0) return 'reference';
  if (isCutOff(text) && !hasReferenceShape(text))
    return isLabelled && text.length > 11 ? 'reference' : 'named';

  if (!/\d/.test(text)) return isAfterColon && longCapitals.test(text) ? 'named' : 'plain';
  if (isOrdinary(text)) return isAfterColon && text.length > 4 ? 'named' : 'plain';
  if (/^\d+$/.test(text)) return kindOfDigits(word, next);
  if (isExponential(text)) return 'named';

  if (isLabelled && isAccountWithName(text)) return 'named';
  if (isLabelled) return hasOtherPrefix(text) ? 'order' : 'reference';
  if (hasReferenceShape(text) && label !== 'other' && label !== 'id') return 'reference';

  if (isNonReference(text) && !hasReferenceShape(text)) return 'plain';

  const isAside = label === 'other' ? isOfLog(text) : isMachine(text) && !isTail(text);
  if (isAside) return label && betweenKeyAndValue.test(gap) ? 'plain' : 'aside';
  return 'named';
}

/** Matches the gap between a key of a log and its value: `bankCode=000013`, `"port": 9404`. */
const betweenKeyAndValue = /^(?:=|["']\s?[:=]\s*)["']?$/;

/** Finds the kind of a word of digits alone. The first rule wins. */
function kindOfDigits({ text, label, gap }: Word, next: Word | undefined): WordKind {
  if (label === 'other')
    return isIdentifier(text) || numberShape(text) === 'account' ? 'aside' : 'plain';

  const isAmount = /[₦$£€+]$/.test(gap) || isAmountBefore(next);
  if (isAmount || isPartOfDate(gap, next)) return 'plain';

  if (personalNumber(text) || /^(?:\d{10,11}|\d{30})$/.test(text)) return 'named';
  if (label === 'receipt' && text.length > 11) return 'receipt';
  if (isIdentifier(text) && label !== 'reference') return 'identifier';
  if (label === 'owner') return 'aside';

  const isYear = /^(?:19|20)\d\d$/.test(text);
  const shortestReference = /[:=#]/.test(gap) ? 3 : 4;
  if (isReferenceLabel(label) && !isYear && text.length >= shortestReference) return 'reference';
  if (label === 'identifier' && text.length >= 4 && numberShape(text) === undefined)
    return 'identifier';

  const isTimestamp = /^1[5-9]\d{11}$/.test(text); // milliseconds since 1970
  if (text.length < 4 || isYear || isTimestamp) return 'plain';

  const isRound = text.length < 8 && text.endsWith('00');
  if (isRound && label === undefined && !gap.endsWith('#')) return 'plain';
  return betweenKeyAndValue.test(gap) ? 'aside' : 'named';
}

/** Whether digits are a part of a date, a time or the like: `00015/26/05/14/10:32:11`. */
function isPartOfDate(gap: string, next: Word | undefined): boolean {
  return (
    next !== undefined && /^[/:]$/.test(next.gap) && /^\d{1,2}$/.test(next.text) && gap !== '/'
  );
}
