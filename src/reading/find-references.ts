import { RE2JS } from 're2js';
import { openAddresses, withoutAddresses } from './addresses.ts';
import { mendBroken, type Unclear } from './broken.ts';
import { unglue } from './glued.ts';
import { couldBeMeant, worthOffering, worthSaying } from './left-out.ts';
import { isIdentifier } from './number-shape.ts';
import { pastedText } from './pasted-text.ts';
import { referenceWords } from './reference-words.ts';
import { joinSpacedNumbers } from './spaced-numbers.ts';
import { openTables } from './tables.ts';
import { typedReferences } from './typed-references.ts';
import { wordsOf } from './words.ts';

export interface Found {
  /** In the order of the text, each once. */
  references: string[];
  /** Transaction identifiers: digits only. */
  identifiers: string[];
  /** What is none of these and could have been meant as one. */
  leftOut: string[];
  /** What can be read in two ways. */
  unclear: Unclear[];
}

/**
 * @param text as it was typed or pasted
 * @param isTyped whether somebody gave it as what to ask for: one thing alone then is a reference whatever it looks like
 */
export type FindReferences = (text: string, isTyped?: 'typed') => Found;

const textMax = 40_000;

/**
 * The one reader of references and transfer identifiers in what people and other apps write.
 * @param pattern RE2 syntax, from the operator; in a longer text it decides alone. It runs in linear time, whatever it is
 * and whatever is pasted.
 * @throws Error when the pattern is not valid.
 */
export function createReferenceFinder(pattern?: string): FindReferences {
  const compiled = pattern === undefined ? undefined : RE2JS.compile(pattern);
  const find = (plain: string) => (compiled ? foundBy(compiled, plain) : foundIn(plain));
  return (text, isTyped) => {
    const plain = pastedText(beginningOf(text));
    const found = find(plain);
    return isTyped ? typedReferences(plain, found, compiled !== undefined) : found;
  };
}

/** The part of the text that is read, cut between words: half a reference would be another one. */
function beginningOf(text: string): string {
  let end = Math.min(text.length, textMax);
  while (end > 0 && end < text.length && /\S/.test(text.charAt(end))) end -= 1;
  return text.slice(0, end);
}

/** `ref-GARO-8f3k2j1` */
const gluedLabel = /(?<![\w-])([Rr]ef(?:erence)?)[-_](?=[A-Z]{2,10}[-_])/g;
/** `GARO-8f3k2j1N5,000` */
const gluedAmount = /(?<![\w-])(?:R-)?GARO-[a-z\d]{7}(?=(?:NGN|N)\d{1,3},\d{3})/gi;

function foundIn(plain: string): Found {
  const text = joinSpacedNumbers(openTables(openAddresses(plain)))
    .replace(gluedLabel, '$1 ')
    .replace(gluedAmount, '$& ');
  const unglued = unglue(wordsOf(text));
  const { words, unclear: broken } = mendBroken(unglued.words);
  const unclear = [...unglued.unclear, ...broken];
  const references = referenceWords(words, text);
  const asked = new Set(references);
  const identifiers = words.map((word) => word.text).filter((word) => isIdentifier(word) && !asked.has(word));
  return {
    references,
    identifiers: unique(identifiers),
    leftOut: unique(references.length > 0 ? besideReferences() : worthOffering(couldBeMeant(words, asked))),
    unclear: unclear.filter(({ said }, at) => unclear.findIndex((other) => other.said === said) === at),
  };

  function besideReferences(): string[] {
    const said = new Set(wordsOf(withoutAddresses(plain)).map((word) => word.text));
    return worthSaying(couldBeMeant(words, asked)).filter((word) => said.has(word));
  }
}

function foundBy(pattern: RE2JS, plain: string): Found {
  const matcher = pattern.matcher(plain);
  const references = new Set<string>();
  while (matcher.find()) {
    const match = matcher.group();
    if (match) references.add(match);
  }
  const words = wordsOf(openAddresses(plain)).map(({ text }) => text);
  const identifiers = words.filter((word) => isIdentifier(word) && !references.has(word));
  return { references: [...references], identifiers: unique(identifiers), leftOut: [], unclear: [] };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
