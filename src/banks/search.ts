import MiniSearch from 'minisearch';

export interface BankName {
  institutionCode: string;
  institutionName: string;
}

export interface BankMatches<B extends BankName> {
  /** Best first. */
  hits: B[];
  /** Near names, only when nothing matched: a question, not an answer. */
  suggestions: B[];
}

export type BankIndex<B extends BankName> = (query: string) => BankMatches<B>;

const maxSuggestions = 3;

/** Words that many institutions share: they tell none apart, so a query may leave them out or add them. */
const commonWords = new Set(['bank', 'plc', 'ltd', 'limited', 'mfb', 'nigeria', 'nig', 'of', 'for', 'and', 'the']);

/** One spelling for the many of the same: case, accents, punctuation, "micro-finance bank". */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bmicro ?finance( bank)?\b/g, 'mfb')
    .trim();
}

/** Pure and built once a list: names and codes in, a function from what was typed to the banks meant. */
export function createBankIndex<B extends BankName>(banks: readonly B[]): BankIndex<B> {
  const index = new MiniSearch({ fields: ['words', 'glued', 'initials'], tokenize: (text) => text.split(' ') });
  index.addAll(
    banks.map(({ institutionName }, id) => {
      const words = foldName(institutionName);
      return { id, words, glued: words.replace(/ /g, ''), initials: initialsOf(words) };
    }),
  );
  const found = (query: string, options: Parameters<typeof index.search>[1]) =>
    index.search(query, options).flatMap(({ id }) => banks[id] ?? []);

  return (query) => {
    const code = asCode(query);
    if (code !== undefined)
      return { hits: banks.filter((bank) => bank.institutionCode.startsWith(code)), suggestions: [] };

    const words = tellingWords(foldName(query));
    if (words === '') return { hits: [], suggestions: [] };
    const exactEnough = { combineWith: 'AND', prefix: true, boost: { words: 2, initials: 2 } } as const;
    const slips = (term: string) => (term.length >= 6 ? 2 : term.length === 5 ? 1 : false);
    const attempts = [
      () => found(words, exactEnough),
      () => found(words.replace(/ /g, ''), exactEnough),
      () => found(words, { ...exactEnough, fuzzy: slips }),
      () => found(words.replace(/ /g, ''), { ...exactEnough, fields: ['glued'], fuzzy: slips }),
    ];
    for (const attempt of attempts) {
      const hits = attempt();
      // "zenith" is the whole name of ZENITH BANK PLC, and only a part of ZENITH MOBILE.
      const isWhole = (bank: B) => tellingWords(foldName(bank.institutionName)) === words;
      if (hits.length > 0)
        return { hits: [...hits.filter(isWhole), ...hits.filter((hit) => !isWhole(hit))], suggestions: [] };
    }
    return { hits: [], suggestions: found(words, { fuzzy: 0.34, prefix: true }).slice(0, maxSuggestions) };
  };
}

/** `000015`, `000-015`, `000 015` or the first digits of a code; anything else is a name. */
function asCode(query: string): string | undefined {
  return /^\d[\d\s-]*$/.test(query.trim()) ? query.replace(/\D/g, '') : undefined;
}

function tellingWords(folded: string): string {
  const words = folded.split(' ');
  const telling = words.filter((word) => !commonWords.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

function initialsOf(folded: string): string {
  const words = folded.split(' ').filter((word) => word !== 'for' && word !== 'of' && word !== 'and');
  return words.length > 1 ? words.map((word) => word[0]).join('') : '';
}
