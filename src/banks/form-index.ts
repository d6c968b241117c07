import type { FoldedName } from './fold-name.ts';
import type { Form } from './forms.ts';
import { type SortedKeys, sortKeys, startingWith, visitNear } from './sorted-keys.ts';

/** A form with a key whose first `length` letters are what was typed, or a slip or two away from it. */
export interface NearForm {
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
  const keys = sortKeys(
    forms.flatMap(({ name }, owner) =>
      [...new Set([name.full, name.plain, name.core, name.short])].map((text) => ({ text, owner })),
    ),
  );
  const words = sortKeys(
    forms.flatMap(({ name, why }, owner) =>
      why?.kind === 'initials' ? [] : [...new Set(name.words)].map((text) => ({ text, owner })),
    ),
  );

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

  return {
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
    near(typed, slips, fixedStart) {
      const found: NearForm[] = [];
      visitNear(keys, typed, slips, fixedStart, (from, to, length) => {
        for (const form of inRange(keys, from, to)) found.push({ form, length });
      });
      return found;
    },
    *withSomeWord(query) {
      // At most one of the words found is the misspelt one, matched by accident, so the two rarest are enough.
      for (const { from, to } of wordRanges(query).slice(0, 2)) yield* inRange(words, from, to);
      const [only, another] = query.telling;
      if (only === undefined || another !== undefined || only.length < longEnough) return;
      const found: Form[] = [];
      visitNear(words, only, 1, true, (from, to) => found.push(...inRange(words, from, to)));
      yield* found;
    },
  };
}
