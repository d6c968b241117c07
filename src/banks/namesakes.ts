import type { BankQuestion } from '../reading/bank-question.ts';
import type { BankWord } from '../reading/bank-word.ts';
import type { BankName } from './forms.ts';
import type { BankHit, BankIndex } from './search.ts';

/** A filler that some bank is called by. */
export interface Namesake<B extends BankName> {
  text: string;
  bank: B;
  /** Everybody calls that bank so, or its code is asked for; elsewhere, words like `quick` are mostly the filler. */
  isSure: boolean;
}

/** With more words around it, a filler is one, unless they say that banks are meant. */
const fewWords = 3;
const shortest = 3;

export function namesakesIn<B extends BankName>(words: readonly BankWord[], index: BankIndex<B>): Namesake<B>[] {
  return words.flatMap(({ text, sort, isBankAsWell = false }, at) => {
    if (sort !== 'around' || text.length < shortest || index.called(text) === undefined) return [];
    const [first] = index(text).hits;
    if (!first || !isCalled(first, text)) return [];
    return { text, bank: first.bank, isSure: isBankAsWell || (first.why === undefined && isAskedFor(words, at)) };
  });
}

/** Where nothing else in a text can be a name: the fillers that are one. */
export function namesakesAlone<B extends BankName>(
  { parts, isAboutBanks, isList }: BankQuestion,
  index: BankIndex<B>,
): Namesake<B>[] {
  const isMeant = isAboutBanks || isList || parts.flat().length <= fewWords;
  return isMeant ? parts.flatMap((words) => namesakesIn(words, index)) : [];
}

/** `code for quick please` */
function isAskedFor(words: readonly BankWord[], at: number): boolean {
  const [code, of] = words.slice(Math.max(0, at - 2), at).map(({ text }) => text);
  const isAsked = /^(?:codes?|sortcode|bankcode)$/i.test(code ?? '') && /^(?:for|of)$/i.test(of ?? '');
  return isAsked && words.slice(at + 1).every(({ text }) => /^(?:please|pls|plz|thanks|thank|you|sir|ma)$/i.test(text));
}

/** Initials, slips and what a name is glued of are too little: `one` is no OneBank. */
function isCalled<B extends BankName>({ why }: BankHit<B>, text: string): boolean {
  return why === undefined || (why.kind === 'alias' && why.alias.toLowerCase() === text.toLowerCase());
}
