import type { Institution } from './made-up-list.ts';
import { pick, seededRandom, shuffled } from './random.ts';
import { strangers } from './strangers.ts';

/** What was typed, and the codes of which one should stand among the first `k`; none means that nothing should match. */
export interface Query {
  kind: string;
  query: string;
  accept: string[];
  k: number;
}

const unspecific =
  /^(?:bank|plc|ltd|limited|mfb|mf|psb|microfinance\p{L}*|micro|finance|mortgage|merchant|company|of|for|and|the|nigeria)$/u;
const otherKinds = ['mfb', 'microfinance bank', 'bank', 'ltd', 'mf bank', 'micro finance'] as const;
const letters = [...'abcdefghijklmnopqrstuvwxyz'] as [string, ...string[]];

/** Queries of every kind from a list itself, so that another list than the given one can be measured as well. */
export function deriveQueries(list: readonly Institution[], perKind: number, seed: number): Query[] {
  const random = seededRandom(seed);
  const codesByCore = new Map<string, string[]>();
  for (const bank of list) {
    const core = coreOf(bank).join(' ');
    codesByCore.set(core, [...(codesByCore.get(core) ?? []), bank.institutionCode]);
  }
  const cores = [...codesByCore.keys()];
  const make: Record<string, (bank: Institution, core: string[]) => string | undefined> = {
    'exact name': ({ institutionName }) => institutionName,
    'core words': (_bank, core) => core.join(' '),
    'one typo': (_bank, core) => (core.join('').length >= 5 ? withTypo(core.join(' '), random) : undefined),
    'glued words': (_bank, core) => (core.length > 1 ? core.join('') : undefined),
    'split word': (_bank, core) => splitWord(core, random),
    'other suffix': (_bank, core) => `${core.join(' ')} ${pick(random, otherKinds)}`,
    prefix: (_bank, core) => (core.join('').length > 6 ? core.join(' ').slice(0, 5).trim() : undefined),
    'swapped words': (_bank, core) => (core.length === 2 ? core.toReversed().join(' ') : undefined),
    code: ({ institutionCode }) => institutionCode,
  };
  /** Who types another name by a slip, or the beginning of a dozen, could mean any: nothing is measured by it. */
  function isAmbiguous(kind: string, query: string): boolean {
    if (kind === 'prefix') return cores.filter((core) => core.startsWith(query)).length > 5;
    return kind !== 'core words' && kind !== 'exact name' && codesByCore.has(query);
  }

  const within: Record<string, number> = { 'one typo': 3, 'split word': 3, prefix: 5 };
  const ofNoBank = strangers.filter((name) => !cores.some((core) => core.includes(name.replace(/ bank$/, ''))));
  const derived = Object.entries(make).flatMap(([kind, from]) => {
    const queries: Query[] = [];
    for (const bank of shuffled(random, list)) {
      if (queries.length >= perKind) break;
      const core = coreOf(bank);
      const query = core.length > 0 ? from(bank, core) : undefined;
      const accept = [bank.institutionCode, ...(codesByCore.get(core.join(' ')) ?? [])];
      if (query !== undefined && !isAmbiguous(kind, query)) queries.push({ kind, query, accept, k: within[kind] ?? 1 });
    }
    return queries;
  });
  return [
    ...derived,
    ...shuffled(random, ofNoBank)
      .slice(0, perKind)
      .map((query) => ({ kind: 'no such bank', query, accept: [], k: 1 })),
  ];
}

function coreOf({ institutionName }: Institution): string[] {
  const words = institutionName
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ');
  return words.filter((word) => !unspecific.test(word));
}

function withTypo(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (text.length - 2));
  const [before, here, next, after] = [text.slice(0, at), text[at] ?? '', text[at + 1] ?? '', text.slice(at + 2)];
  if (`${here}${next}`.includes(' ') || /\d/.test(`${here}${next}`)) return withTypo(text, random);
  const typos = [
    before + next + after,
    before + pick(random, letters) + here + next + after,
    before + pick(random, letters) + next + after,
    before + next + here + after,
  ] as const;
  const typo = pick(random, typos);
  return typo === text ? withTypo(text, random) : typo;
}

function splitWord(core: string[], random: () => number): string | undefined {
  const at = core.findIndex((word) => word.length > 5);
  const word = core[at];
  if (word === undefined) return undefined;
  const cut = 2 + Math.floor(random() * (word.length - 4));
  return core.with(at, `${word.slice(0, cut)} ${word.slice(cut)}`).join(' ');
}
