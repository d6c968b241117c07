/**
 * Whether a typed word differs from the meant one only by slips: none in three letters, one in nine, two in more. The
 * shorter a word, the more other words are one slip away ("ubs" is not UBA, "absa" is not ABSU), and people mistype the
 * ends and consonants of a word less often than its middle and vowels.
 */
export function isSlipOf(typed: string, meant: string): boolean {
  const length = Math.min(typed.length, meant.length);
  const slipsMax = length < 4 ? 0 : length < 10 ? 1 : 2;
  if (slipsMax === 0 || typed === meant || Math.abs(typed.length - meant.length) > slipsMax) return false;
  const [isStart, isEnd] = [typed[0] === meant[0], typed.at(-1) === meant.at(-1)];
  // "lobus" may lack the first letter of GLOBUS, but "hello" is not YELLO.
  const isFixedStart = length < 5 || (length === 5 && typed.length === meant.length);
  if (isFixedStart ? !isStart : !isStart && !isEnd) return false;
  if (length < 5 && (!isEnd || (typed.length === meant.length && consonants(typed) !== consonants(meant))))
    return false;
  return slipsBetween(typed, meant, slipsMax) <= slipsMax && digits(typed) === digits(meant);
}

/** Near enough for a question, where it is no slip. */
export function isNear(typed: string, meant: string): boolean {
  const slipsMax = typed.length < 3 ? 0 : typed.length < 7 ? 1 : 2;
  if (typed[0] !== meant[0] && typed.at(-1) !== meant.at(-1)) return false;
  const isStart = typed[0] === meant[0] || (typed.length >= 5 && slipsBetween(typed, meant, 1) === 1);
  return isStart && slipsBetween(typed, meant, slipsMax) <= slipsMax && digits(typed) === digits(meant);
}

/**
 * One slip that can hardly make another word of it. Not clear: another first letter, an ending ("citizen", "citizens"),
 * and in a short word one consonant for another ("inland", "island").
 */
export function isClearSlip(typed: string, meant: string): boolean {
  if (typed[0] !== meant[0] || !isSlipOf(typed, meant) || slipsBetween(typed, meant, 1) > 1) return false;
  const [short = '', long = ''] = [typed, meant].sort((a, b) => a.length - b.length);
  if (long.startsWith(short)) return !/[rsd]$/.test(long) || long.at(-1) === short.at(-1);
  const frame = (word: string) => consonants(word).replace(/y/g, '');
  return typed.length !== meant.length || typed.length >= 8 || frame(typed) === frame(meant);
}

/** The edit distance that counts swapped neighbours as one slip (optimal string alignment); `max + 1` beyond `max`. */
export function slipsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last: number[] = [];
  for (let column = 0; column <= b.length; column++) last.push(column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const changed = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let slips = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1);
      current.push(slips);
      least = Math.min(least, slips);
    }
    if (least > max) return max + 1;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

const consonants = (word: string) => [...word.replace(/[aeiou]/g, '')].sort().join('');

/** Another number means another institution, never a slip. */
const digits = (text: string) => text.replace(/\D/g, '');
