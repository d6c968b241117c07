import type { KnownBank } from './aliases.ts';
import { type FoldedName, spell, spellWords } from './fold-name.ts';

/** A form with a key whose first `length` letters are what was typed, or a slip or two away from it. */
interface NearForm {
  form: Form;
  length: number;
}

/** Narrows a query down to the few forms that are worth a close look; does not judge them. */
export interface FormIndex {
  /** Forms that begin like the query, and forms with its rarest word. */
  candidates(query: FoldedName): Iterable<Form>;
  /** Those that have a key of the query for one of theirs, letter by letter. */
  called(query: FoldedName): Iterable<Form>;
  near(typed: string, slips: number, fixedStart: boolean): NearForm[];
  /** Forms that have a word of the query, or one a slip away from it: enough when one of its words is misspelt. */
  withSomeWord(query: FoldedName): Iterable<Form>;
}

/** A single word from the middle of a name says less than its beginning: "stripe" is not GIANT STRIDE. */
const longEnough = 7;

export function createFormIndex(forms: readonly Form[]): FormIndex {
  const sorted = (textsOf: (form: Form) => readonly string[]) =>
    sortKeys(forms.flatMap((form, owner) => [...new Set(textsOf(form))].map((text) => ({ text, owner }))));
  const keys = sorted(({ name }) => [name.full, name.plain, name.core, name.short]);
  const words = sorted(({ name, why }) => (why?.kind === 'initials' ? [] : name.words));

  function* inRange({ owners }: SortedKeys, from: number, to: number): Iterable<Form> {
    for (let at = from; at < to; at++) {
      const form = forms[owners[at] ?? -1];
      if (form) yield form;
    }
  }

  /** One range of names for each telling word that some name has, the rarest word first. */
  function wordRanges({ telling }: FoldedName) {
    const ranges = telling.map((word) => startingWith(words, word)).filter(({ from, to }) => from < to);
    return ranges.sort((a, b) => a.to - a.from - (b.to - b.from));
  }

  function* withKey(key: string): Iterable<Form> {
    const { from, to } = startingWith(keys, key);
    let end = from;
    while (end < to && keys.texts[end] === key) end++;
    yield* inRange(keys, from, end);
  }

  function nearIn(sortedKeys: SortedKeys, typed: string, slips: number, fixedStart: boolean): NearForm[] {
    const found: NearForm[] = [];
    visitNear(sortedKeys, typed, slips, fixedStart, (from, to, length) => {
      for (const form of inRange(sortedKeys, from, to)) found.push({ form, length });
    });
    return found;
  }

  return {
    near: (typed, slips, fixedStart) => nearIn(keys, typed, slips, fixedStart),
    *called(query) {
      for (const key of new Set([query.core, query.full, query.plain, query.short])) yield* withKey(key);
    },
    *candidates(query) {
      for (const key of new Set([query.core, query.full, query.plain])) {
        const { from, to } = startingWith(keys, key);
        yield* inRange(keys, from, to);
      }
      yield* withKey(query.short);
      const ranges = wordRanges(query);
      const [rarest] = ranges;
      if (rarest && ranges.length === query.telling.length) yield* inRange(words, rarest.from, rarest.to);
    },
    *withSomeWord(query) {
      // At most one of the words found is the misspelt one, matched by accident, so the two rarest are enough.
      for (const { from, to } of wordRanges(query).slice(0, 2)) yield* inRange(words, from, to);
      const [only, another] = query.telling;
      if (only === undefined || another !== undefined || only.length < longEnough) return;
      for (const { form } of nearIn(words, only, 1, true)) yield form;
    },
  };
}

/** Why a bank is a hit when its own name does not show it. */
export type MatchReason =
  | { kind: 'alias'; alias: string }
  | { kind: 'initials' }
  | { kind: 'spelling' }
  | { kind: 'code' }
  /** The query is the three-digit code of another scheme. */
  | { kind: 'three-digits'; code: string };

/** One name of a bank: its own, an alias, or its initials. The search compares forms and returns banks. */
export interface Form {
  /** Index in the list. */
  bank: number;
  name: FoldedName;
  /** Absent for its own name. */
  why?: MatchReason;
}

export interface BankName {
  institutionCode: string;
  institutionName: string;
}

/** All names of the banks in a list. An institution listed twice under the same name counts once. */
export function formsOf(banks: readonly BankName[], known: readonly KnownBank[]): Form[] {
  const knownByCode = new Map(known.map((entry) => [entry.code, entry]));
  const seen = new Set<string>();
  const forms: Form[] = [];
  for (const [bank, { institutionCode, institutionName }] of banks.entries()) {
    const name = spell(institutionName);
    const identity = `${institutionCode} ${name.full}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    forms.push({ bank, name });
    const entry = knownByCode.get(institutionCode);
    if (entry) forms.push(...otherForms(bank, name, entry));
    for (const initials of initialsOf(name))
      forms.push({ bank, name: spellWords([initials]), why: { kind: 'initials' } });
  }
  return forms;
}

function otherForms(bank: number, listed: FoldedName, { name, aliases }: KnownBank): Form[] {
  const others = [name, ...aliases].map((alias) => ({
    bank,
    name: spell(alias),
    why: { kind: 'alias', alias } as const,
  }));
  // Codes are sometimes reassigned: if the listed name shares nothing with the known ones, it is another institution.
  return others.some((other) => isAkin(listed, other.name))
    ? others.filter((other) => other.name.full !== listed.full)
    : [];
}

function isAkin(a: FoldedName, b: FoldedName): boolean {
  return a.core.startsWith(b.core) || b.core.startsWith(a.core) || a.telling.some((word) => b.telling.includes(word));
}

/** `ubfa` and `uba` of UNITED BANK FOR AFRICA; fewer than three letters would match too many banks. */
function initialsOf({ words, telling }: FoldedName): string[] {
  if (telling.length < 2) return [];
  const named = words.filter((word) => !/^(?:plc|ltd|limited|company|the)$/.test(word));
  const joined = named.filter((word) => !/^(?:of|for|and)$/.test(word));
  const initials = [named, joined, telling].map((some) =>
    some.map((word) => (word === 'mfb' ? word : word[0])).join(''),
  );
  return [...new Set(initials)].filter((letters) => letters.length >= 3);
}

/** Sorted texts, each with the index of its owner. */
interface SortedKeys {
  texts: readonly string[];
  owners: readonly number[];
}

export function sortKeys(keys: readonly { text: string; owner: number }[]): SortedKeys {
  const sorted = keys.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
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
