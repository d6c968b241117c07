import type { BankWord } from './bank-word.ts';

/** Whose name a label says the next words are: in `name: Zenith Okafor, bank: Wema` one bank is meant. */
type Named = 'bank' | 'person';

const isBank = (word: string) => /^banks?$/.test(word);
const personal = /^(?:names?|beneficiary|bene|sender|receiver|recipient|narration|remarks?|description|purpose)$/;
const mayHoldLabel = /name|bene|sender|receiver|recipient|narration|remark|description|purpose/i;
/** These say it without a colon, too. */
const personalAlone = /^(?:names?|narration|remarks?|description)$/;
const around =
  /^(?:accounts?|acct|acc|customers?|clients?|codes?|sort|sending|receiving|of|the|my|our|your|his|her|their|is|and)$/;

const keyOf = ({ text }: BankWord) => text.toLowerCase();
function isOfLabel(word: BankWord): boolean {
  const key = keyOf(word);
  return isBank(key) || personal.test(key) || around.test(key);
}

const isName = ({ sort }: BankWord) => sort === 'name';

/**
 * Where a label says of some part that it is a bank, those labelled as a person's name or a narration are none. What is in
 * brackets behind a person may be the bank. Beside a code alone, a name may be the bank's.
 */
export function withoutPersons(given: BankWord[][], text: string): { parts: BankWord[][]; unsought: string[] } {
  const isOne = given.length < 2 && !text.includes(' is ');
  if (isOne || !mayHoldLabel.test(text)) return { parts: given, unsought: [] };
  const parts = given.flatMap(opened);
  const labels = parts.map((words, at) => labelOf(words, parts[at - 1] ?? []));
  const isBankSaid = parts.some((words, at) => labels[at] === 'bank' && namesBank(words));
  const isPersonSaid = parts.some((words, at) => labels[at] === 'person' && words.some(isName));
  if (!isBankSaid || !isPersonSaid) return { parts: given, unsought: [] };
  const isPerson = (_words: BankWord[], at: number) => labels[at] === 'person';
  return {
    parts: parts
      .map((words, at) => (isPerson(words, at) ? words.filter(({ isAside }) => isAside) : words))
      .filter((words) => words.length > 0),
    unsought: parts
      .filter(isPerson)
      .map(told)
      .filter((text) => text !== ''),
  };
}

/** Behind a colon a filler is a name as well: `bank: quick`, but `bank is down`. */
function namesBank([first, ...others]: readonly BankWord[]): boolean {
  const isNamed = (word: BankWord) => isName(word) || (word.sort === 'kind' && !isBank(keyOf(word)));
  if (first && isNamed(first)) return true;
  return others.some((word) => isNamed(word) || (first?.isLabel && word.sort === 'around' && !isOfLabel(word)));
}

/** `the bank is Wema and the name is Ada`: "is" is as good as a colon. */
function opened(words: BankWord[]): BankWord[][] {
  const parts: BankWord[][] = [[]];
  for (const [at, word] of words.entries()) {
    const behind = words[at + 1];
    const isLabel = (isBank(keyOf(word)) || personal.test(keyOf(word))) && behind && keyOf(behind) === 'is';
    if (isLabel && at > 0) parts.push([]);
    parts.at(-1)?.push(word);
  }
  return parts;
}

function labelOf(words: readonly BankWord[], before: readonly BankWord[]): Named | undefined {
  const [first] = words;
  const isCarried = before.every(isOfLabel); // `narration - rent`, `bank name: Wema`
  if (first?.isLabel) {
    if (!isOfLabel(first)) return undefined;
    // The last word of `bank: First Bank, name: Ada` would be one of the label.
    const own = before.slice(
      before.findLastIndex((word) => !isOfLabel(word) || (isBank(keyOf(word)) && !isCarried)) + 1,
    );
    return namedBy([...own, first]);
  }
  const end = words.findIndex((word) => !isOfLabel(word));
  const label = words.slice(0, Math.max(0, end));
  const last = label.at(-1);
  const isClear = label.some((word) => isBank(keyOf(word)) || personalAlone.test(keyOf(word)));
  if (isClear || (last && keyOf(last) === 'is')) return namedBy(label);
  return isCarried ? namedBy(before) : undefined;
}

function namedBy(label: readonly BankWord[]): Named | undefined {
  if (label.some((word) => isBank(keyOf(word)))) return 'bank';
  return label.some((word) => personal.test(keyOf(word))) ? 'person' : undefined;
}

/** What was said without the label before it, and without the beginning of the next one. */
function told(words: readonly BankWord[]): string {
  const own = words.filter(({ isAside }) => !isAside);
  const said = own.slice(
    own.findIndex((word) => !isOfLabel(word)),
    own.findLastIndex((word) => !isOfLabel(word)) + 1,
  );
  return said.some(isName) ? said.map(({ text }) => text).join(' ') : '';
}
