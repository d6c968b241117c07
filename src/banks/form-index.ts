import type { FoldedName } from './fold-name.ts';
import type { Form } from './forms.ts';
import { type SortedKeys, sortKeys, startingWith, visitNear } from './sorted-keys.ts';

/** A form whose first `length` letters of the core are what was typed, or a slip or two away from it. */
export interface NearForm {
  form: Form;
  length: number;
}

/** Leads from a query to the few forms that are worth a close look; it judges none of them. */
export interface FormIndex {
  /** Those that begin as the query does, and those with its rarest word. */
  candidates(query: FoldedName): Iterable<Form>;
  near(typed: string, slips: number, fixedStart: boolean): NearForm[];
  /** Those that have a word of the query, or one that is a slip away: enough when one of its words is misspelt. */
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

  /** Ranges of the names with each word, the rarest word first, words that no name has left out. */
  function wordRanges({ telling }: FoldedName) {
    const ranges = telling.map((word) => startingWith(words, word)).filter(({ from, to }) => from < to);
    return ranges.sort((a, b) => a.to - a.from - (b.to - b.from));
  }

  return {
    *candidates(query) {
      for (const key of new Set([query.core, query.full, query.plain])) {
        const { from, to } = startingWith(keys, key);
        yield* inRange(keys, from, to);
      }
      const { from, to } = startingWith(keys, query.short);
      let end = from;
      while (end < to && keys.texts[end] === query.short) end++;
      yield* inRange(keys, from, end);
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
      // Of three words at most one is the misspelt one's accidental namesake, so two rare ones are enough.
      for (const { from, to } of wordRanges(query).slice(0, 2)) yield* inRange(words, from, to);
      const [only, another] = query.telling;
      if (only === undefined || another !== undefined || only.length < longEnough) return;
      const found: Form[] = [];
      visitNear(words, only, 1, true, (from, to) => found.push(...inRange(words, from, to)));
      yield* found;
    },
  };
}
