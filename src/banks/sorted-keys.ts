/** Sorted texts, each with the index of its owner. */
export interface SortedKeys {
  texts: readonly string[];
  owners: readonly number[];
}

export interface Key {
  text: string;
  owner: number;
}

export function sortKeys(keys: readonly Key[]): SortedKeys {
  const sorted = keys.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.owner - b.owner));
  return { texts: sorted.map(({ text }) => text), owners: sorted.map(({ owner }) => owner) };
}

/** The range of the texts that start with `prefix`, without `to`, found by binary search. */
export function startingWith({ texts }: SortedKeys, prefix: string): { from: number; to: number } {
  let from = 0;
  let to = texts.length;
  for (let at = 0; at < prefix.length && from < to; at++) {
    const letter = prefix.charCodeAt(at);
    from = firstFrom(texts, from, to, at, letter);
    to = firstFrom(texts, from, to, at, letter + 1);
  }
  return { from, to };
}

/**
 * Visits the texts that start like `typed` after at most `slips` slips: those from `from` to before `to` share their
 * first `length` letters, which match `typed`. It walks the sorted texts like a tree whose branches are ranges and
 * skips all texts that differ too early as one branch, so a longer list takes hardly longer.
 */
export function visitNear(
  { texts }: SortedKeys,
  typed: string,
  slips: number,
  fixedStart: boolean,
  visit: (from: number, to: number, length: number) => void,
): void {
  walk(0, texts.length, 0, 0, slips);

  function walk(from: number, to: number, depth: number, at: number, left: number): void {
    if (from >= to) return;
    if (at >= typed.length) {
      visit(from, to, depth);
      return;
    }
    const letter = typed.charCodeAt(at);
    const same = firstFrom(texts, from, to, depth, letter);
    const sameEnd = firstFrom(texts, same, to, depth, letter + 1);
    walk(same, sameEnd, depth + 1, at + 1, left);
    if (left === 0 || isDigit(letter) || (fixedStart && depth === 0)) return;

    walk(from, to, depth, at + 1, left - 1); // a letter too many
    const next = typed.charCodeAt(at + 1);
    if (next !== letter && at + 1 < typed.length) {
      const swapped = firstFrom(texts, from, to, depth, next);
      const swappedEnd = firstFrom(texts, swapped, to, depth, next + 1);
      const both = firstFrom(texts, swapped, swappedEnd, depth + 1, letter);
      walk(both, firstFrom(texts, both, swappedEnd, depth + 1, letter + 1), depth + 2, at + 2, left - 1);
    }
    for (let start = firstFrom(texts, from, to, depth, 0); start < to; ) {
      const other = (texts[start] ?? '').charCodeAt(depth);
      const end = firstFrom(texts, start, to, depth, other + 1);
      if (!isDigit(other)) {
        if (other !== letter) walk(start, end, depth + 1, at + 1, left - 1); // another letter
        walk(start, end, depth + 1, at, left - 1); // a letter too few
      }
      start = end;
    }
  }
}

/**
 * The index of the first text of the range whose letter at `depth` is `letter` or later; texts that end before it come
 * first.
 */
function firstFrom(texts: readonly string[], from: number, to: number, depth: number, letter: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle] ?? '').charCodeAt(depth) >= letter) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isDigit(letter: number): boolean {
  return letter >= 48 && letter <= 57;
}
