/** How many slips (typos) of which kind a word may have and still match. */
export interface SlipRule {
  /** At most this many letters left out, added, changed, or swapped with their neighbour. */
  slips: number;
  /** The first letter must match. */
  fixedStart: boolean;
  /** The last letter must match, and so must the consonants of words of equal length. */
  fixedFrame: boolean;
}

/**
 * The shorter a word, the more other words are one slip away: "ubs" is not UBA, "absa" is not ABSU. People mistype the
 * ends and consonants of a word less often than its middle and vowels, so short words must keep them. The shorter of
 * the two words decides, except that "lobus" may lack its first letter and still match GLOBUS.
 */
export function slipRule(typedLength: number, meantLength: number): SlipRule {
  const length = Math.min(typedLength, meantLength);
  const fixedStart = length < 5 || (length === 5 && typedLength === meantLength);
  return { slips: length < 4 ? 0 : length < 10 ? 1 : 2, fixedStart, fixedFrame: length < 5 };
}

/** A suggestion ("Did you mean …?") tolerates a little more. */
export function looseSlipRule(length: number): SlipRule {
  return { slips: length < 3 ? 0 : length < 7 ? 1 : 2, fixedStart: length < 5, fixedFrame: false };
}

/** Whether `typed` differs from `meant` only by slips that the rule allows. */
export function isSlipOf(typed: string, meant: string, { slips, fixedStart, fixedFrame }: SlipRule): boolean {
  if (slips === 0 || typed === meant || Math.abs(typed.length - meant.length) > slips) return false;
  if (fixedStart && typed[0] !== meant[0]) return false;
  if (fixedFrame && !hasSameFrame(typed, meant)) return false;
  return slipsBetween(typed, meant, slips) <= slips && digitsOf(typed) === digitsOf(meant);
}

/**
 * One slip that can hardly make another word of it. Not clear: another first letter, an ending ("citizen", "citizens"),
 * and in a short word one consonant for another ("inland", "island").
 */
export function isClearSlip(typed: string, meant: string): boolean {
  if (!isSlipOf(typed, meant, { ...slipRule(typed.length, meant.length), slips: 1, fixedStart: true })) return false;
  const [short = '', long = ''] = [typed, meant].sort((a, b) => a.length - b.length);
  if (long.startsWith(short)) return !/[rsd]$/.test(long) || long.at(-1) === short.at(-1);
  const consonants = (word: string) => consonantsOf(word).replace(/y/g, '');
  return typed.length !== meant.length || typed.length >= 8 || consonants(typed) === consonants(meant);
}

function hasSameFrame(typed: string, meant: string): boolean {
  const isAnother = typed.length === meant.length && consonantsOf(typed) !== consonantsOf(meant);
  return typed.at(-1) === meant.at(-1) && !isAnother;
}

const consonantsOf = (word: string) => [...word.replace(/[aeiou]/g, '')].sort().join('');

/**
 * The edit distance that counts swapped neighbours as one slip (optimal string alignment); `most + 1` beyond `most`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let slips = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1);
      current.push(slips);
      if (slips < least) least = slips;
    }
    if (least > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

/** Another number means another institution, never a slip. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
