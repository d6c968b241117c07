import { constantFrom, sample, tuple, uniqueArray } from 'fast-check';

export interface Institution {
  institutionCode: string;
  institutionName: string;
}

export interface Questions {
  institutions: readonly Institution[];
  /** What is asked of `/bank`, in turn, of all kinds. */
  texts: readonly string[];
  /** So many that each answer is forgotten before it is asked for again. */
  forgotten: readonly string[];
}

const listSize = 798;
const textCount = 300;

const starts = constantFrom(...['b', 'br', 'ch', 'd', 'dr', 'f', 'g', 'gr', 'h', 'k', 'm', 'n', 'p', 'r', 'st', 't']);
const middles = constantFrom(...['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou']);
const ends = constantFrom(...['', '', 'n', 'r', 'l', 's', 'm', 'nd', 'ck']);
const syllable = tuple(starts, middles, ends).map((parts) => parts.join(''));
const word = tuple(syllable, syllable, syllable).map((parts) => parts.join(''));
const kinds = constantFrom(
  ...[' MICROFINANCE BANK', ' MFB', ' MF Bank', ' BANK PLC', ' MORTGAGE BANK', ' Limited', ''],
);
/** At least two words of which somebody may know one. */
const name = tuple(word, word, kinds).map(([first, second, kind]) => `${first} ${second}${kind}`);

const ofNoBank = ['barclays', 'revolut', 'bank of america', 'paypal', 'december salary', 'invoice', 'qwerty', 'test'];

/** What people type for a bank: its name, parts of it and slips, its code, and what is no bank. */
const askedFor: readonly ((bank: Institution, index: number) => string)[] = [
  ({ institutionName }) => institutionName,
  ({ institutionName }) => coreOf(institutionName).join(' '),
  ({ institutionName }) => coreOf(institutionName).join(''),
  ({ institutionName }) => coreOf(institutionName).toReversed().join(' '),
  ({ institutionName }) => `${coreOf(institutionName).join(' ')} bank`,
  ({ institutionName }) => institutionName.slice(0, 5),
  ({ institutionName }) => institutionName.slice(0, 2) + institutionName.slice(3), // a letter too few
  ({ institutionCode }) => institutionCode,
  (_bank, index) => `${ofNoBank[index % ofNoBank.length]} ${index}`,
];

/** A made-up list of the size of a real one, the same in each run, and questions about it. */
export function makeQuestions(): Questions {
  const [names = []] = sample(uniqueArray(name, { minLength: listSize, maxLength: listSize, size: 'max' }), {
    seed: 1,
    numRuns: 1,
  });
  const institutions = names.map((institutionName, index) => ({
    institutionCode: String((index * 7919) % 1_000_000).padStart(6, '0'),
    institutionName,
  }));
  const forgotten = askedFor.flatMap((_, round) =>
    institutions.map((bank, index) => askedFor[(index + round) % askedFor.length]?.(bank, index) ?? ''),
  );
  return { institutions, texts: forgotten.slice(0, textCount), forgotten };
}

function coreOf(institutionName: string): string[] {
  return institutionName.toLowerCase().split(' ').slice(0, 2);
}
