import { looseSlipRule, slipRule } from './edit-distance.ts';
import { type FoldedName, isClosed, isMisspeltKind, kindsOf, spellWords } from './fold-name.ts';
import type { FormIndex } from './form-index.ts';
import type { Form } from './forms.ts';
import { longEnough, matchWords, misspeltRankOf, orderOf, type Rank, rankOf, ranks, saysAll } from './rank.ts';

/** A form that matches: the lower its rank, and then its order, the better. */
export interface Match {
  form: Form;
  rank: Rank;
  order: number;
  /** Whether the query says all that tells the name apart; else another bank may be meant. */
  isSaid: boolean;
}

/** The best matching form of every bank, best first. */
export function answersTo(query: FoldedName, index: FormIndex): Match[] {
  if (query.full === '') return [];
  const best = collect(query);
  for (const form of index.candidates(query)) best.add(form, rankOf(query, form));
  // A name typed in full is not a slip, but a beginning may be one: "cedr" begins CEDRUS or misspells CEDAR.
  if (best.rank() > ranks.otherName) addMisspelt(query, index, best);
  const answers = best.sorted();
  if (answers[0] && isSaidInFull(query, answers[0])) return answers.filter(({ rank }) => rank <= ranks.otherName);
  if (answers.length > 0) return answers;
  if (query.telling.length > 1) {
    const otherwise = namedTwice(query, index);
    if (otherwise.length > 0) return otherwise;
    // "ready cash" also finds READYCASH in a longer name.
    const glued = query.core.length >= longEnough ? answersTo(spellWords([query.core]), index) : [];
    if (glued.length > 0) return glued;
  }
  const told = query.words.filter((word) => !isMisspeltKind(word));
  return told.length < query.words.length ? answersTo(spellWords(told), index) : [];
}

/** How a bank is called. */
export type Called = 'exactly' | 'otherwise';

/** Whether some bank has the query for its name, for an alias or for initials, in this order and without a slip. */
export function calledSo(query: FoldedName, index: FormIndex): Called | undefined {
  let called: Called | undefined;
  for (const form of query.full === '' ? [] : index.called(query)) {
    const rank = wholeRankOf(query, form);
    if (rank === ranks.exact) return 'exactly';
    if (rank !== undefined) called = 'otherwise';
  }
  return called;
}

/** "wema alat": every word is a complete name, and all of them name one bank. */
function namedTwice({ telling }: FoldedName, index: FormIndex): Match[] {
  const wholes = telling.map((word) => {
    const query = spellWords([word]);
    const best = collect(query);
    for (const form of index.candidates(query)) best.add(form, wholeRankOf(query, form));
    return best.sorted();
  });
  const [first = [], ...others] = wholes;
  return first.filter((answer) => others.every((some) => some.some(({ form }) => form.bank === answer.form.bank)));
}

/**
 * "zenith bank" means ZENITH BANK, not ZENITH MOBILE; "zenith" may mean both, and "heritage bank" more than HERITAGE.
 */
function isSaidInFull(query: FoldedName, { form, rank }: Match): boolean {
  return rank <= ranks.whole && isClosed(query) && kindsOf(query).every((kind) => form.name.words.includes(kind));
}

/** Names that are too far away for an answer but near enough for a suggestion. */
export function nearestTo(query: FoldedName, index: FormIndex): Match[] {
  if (query.full === '') return [];
  const best = collect(query);
  const rule = looseSlipRule(query.short.length);
  const near = [
    ...index.near(query.core, Math.min(rule.slips, 1), rule.fixedStart),
    ...index.near(query.core, rule.slips, true),
  ];
  for (const { form, length } of near)
    if (misspeltRankOf(query.core, form, length, rule) === ranks.misspeltWhole) best.add(form, ranks.misspeltWhole);
  for (const fewer of withoutOneWord(query))
    for (const form of index.candidates(fewer)) best.add(form, wholeRankOf(fewer, form));
  // "coop bank" is too short to mean CO-OPERATIVE BANK for certain (see `longEnough`), so suggest it.
  if (query.core.length >= 3)
    for (const form of index.candidates(query))
      if (form.name.core.startsWith(query.core)) best.add(form, ranks.beginsInWord);
  return best.sorted();
}

function addMisspelt(query: FoldedName, index: FormIndex, best: Collection): void {
  const hasNone = best.size() === 0;
  const maySlip = slipRule(query.short.length, query.short.length).slips > 0;
  for (const core of maySlip ? new Set([query.core, query.short]) : []) {
    addNear(core, 1, core.length < 5);
    if (best.size() === 0 && core.length >= 10) addNear(core, 2, true);
  }
  if (best.size() > 0) return;
  for (const form of index.withSomeWord(query))
    if (matchWords(query, form.name, true) === 'slips') best.add(form, ranks.misspeltWords);

  function addNear(core: string, slips: number, fixedStart: boolean): void {
    for (const { form, length } of index.near(core, slips, fixedStart)) {
      if (!hasNone && length < form.name.core.length) continue; // beside beginnings, only a whole misspelt name counts
      // "nubank" counts as short as "nu": the glued kind does not make it say more.
      best.add(form, misspeltRankOf(core, form, length, slipRule(query.short.length, length)));
    }
  }
}

/** The query without one word, if at least half of its letters are left: "access bank lagos". */
function withoutOneWord({ telling, core }: FoldedName): FoldedName[] {
  const lesser = telling.filter((word) => word.length * 2 <= core.length);
  return lesser.map((left) => spellWords(telling.filter((word) => word !== left)));
}

function wholeRankOf(query: FoldedName, form: Form): Rank | undefined {
  const rank = rankOf(query, form);
  return rank !== undefined && rank <= ranks.otherName ? rank : undefined;
}

/** An alias ranks a bank higher than its own name may, which still is the reason to give. */
function betterOf(held: Match, match: Match): Match {
  const isHeld = held.rank < match.rank || (held.rank === match.rank && held.order <= match.order);
  const [better, other] = isHeld ? [held, match] : [match, held];
  const form = better.rank === ranks.called && other.rank === ranks.whole ? other.form : better.form;
  return { ...better, form, isSaid: match.isSaid };
}

type Collection = ReturnType<typeof collect>;

function collect(query: FoldedName) {
  const byBank = new Map<number, Match>();
  let bestRank = Number.POSITIVE_INFINITY;
  return {
    add(form: Form, rank: Rank | undefined): void {
      if (rank === undefined) return;
      const held = byBank.get(form.bank);
      const match = { form, rank, order: orderOf(query, form), isSaid: held?.isSaid || saysAll(query, form, rank) };
      byBank.set(form.bank, held ? betterOf(held, match) : match);
      if (rank < bestRank) bestRank = rank;
    },
    rank: () => bestRank,
    size: () => byBank.size,
    sorted: () =>
      [...byBank.values()].sort((a, b) => a.rank - b.rank || a.order - b.order || a.form.bank - b.form.bank),
  };
}
