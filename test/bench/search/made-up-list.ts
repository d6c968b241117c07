import { pick, seededRandom } from './random.ts';

export interface Institution {
  institutionCode: string;
  institutionName: string;
}

const starts = [
  'b',
  'br',
  'ch',
  'd',
  'dr',
  'f',
  'g',
  'gb',
  'gr',
  'h',
  'k',
  'kw',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
] as const;
const middles = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'] as const;
const ends = ['', '', 'n', 'r', 'l', 's', 'm', 'nd', 'ck'] as const;
const shared = ['First', 'New', 'Royal', 'Trust', 'Global', 'United', 'Capital', 'City', 'Union', 'Unity'] as const;
const kinds = [
  ...[
    ' MICROFINANCE BANK',
    ' Microfinance Bank',
    ' MFB',
    ' MFB',
    '  Micro-Finance Bank',
    ' MF Bank',
    ' Microfinance bank Limited',
  ],
  ...[' BANK', ' BANK PLC', ' FINANCE COMPANY LTD', ' MORTGAGE BANK', ' Finance Limited', ' PSB', ' Merchant Bank', ''],
] as const;

/** A list like a real one, at any size: made-up names under codes of six digits, in a random order. */
export function madeUpList(size: number, seed: number): Institution[] {
  const random = seededRandom(seed);
  const word = () => {
    const syllables = 2 + Math.floor(random() * 2.4);
    return Array.from(
      { length: syllables },
      () => pick(random, starts) + pick(random, middles) + pick(random, ends),
    ).join('');
  };
  const name = () => {
    const words = [word(), ...(random() < 0.3 ? [word()] : []), ...(random() < 0.08 ? [word()] : [])];
    if (random() < 0.12) words.splice(random() < 0.7 ? 0 : 1, 0, pick(random, shared));
    const joined = words.join(pick(random, [' ', ' ', ' ', '-', '']));
    return (random() < 0.5 ? joined.toUpperCase() : joined) + pick(random, kinds);
  };
  const names = new Set<string>();
  while (names.size < size) names.add(name());
  return [...names].map((institutionName, index) => ({
    institutionCode: String((index * 7919) % 1_000_000).padStart(6, '0'),
    institutionName,
  }));
}
