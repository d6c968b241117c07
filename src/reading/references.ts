import { RE2JS } from 're2js';
import { isWebAddress, openAddresses } from './addresses.ts';
import { cleanInput, openTables, pastedText, stripEnds } from './characters.ts';
import { labelKind, labelOf, type Word, wordsOf } from './labels.ts';
import { referenceWords } from './reference-words.ts';
import { gluedReadings, joinSpacedNumbers, mendBroken, type Unclear, unglue } from './repairs.ts';
import {
  couldBeReference,
  isIdentifier,
  isMixture,
  isOrdinary,
  isOtherByPrefix,
  isOwn,
  isPlaceholder,
  isStandard,
  isUnmistakable,
  looksLikeReference,
  numberShape,
} from './shapes.ts';

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

/** The one reader of references and transfer identifiers in what people and other apps write. */
export interface References {
  /** In talk, in a message, in an alert. */
  inTalk(text: string): Found;
  /** In what somebody typed to be asked for: one thing alone is a reference whatever it looks like. */
  asTyped(text: string): Found;
}

const textMax = 40_000;

/**
 * @param pattern RE2 syntax, from the operator; in a longer text it decides alone. It runs in linear time, whatever it is
 * and whatever is pasted.
 * @throws Error when the pattern is not valid.
 */
export function createReferences(pattern?: string): References {
  const compiled = pattern === undefined ? undefined : RE2JS.compile(pattern);
  const find = (plain: string) => (compiled ? foundBy(compiled, plain) : foundIn(plain));
  const plainOf = (text: string) => pastedText(beginningOf(text));
  return {
    inTalk: (text) => find(plainOf(text)),
    asTyped(text) {
      const plain = plainOf(text);
      return typedReferences(plain, find(plain), compiled !== undefined);
    },
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
    leftOut: unique((references.length > 0 ? worthSaying : worthOffering)(couldBeMeant(words, asked))),
    unclear: unclear.filter(({ said }, at) => unclear.findIndex((other) => other.said === said) === at),
  };
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

/** Words that are neither asked for nor identifiers and could have been meant: never plain words, amounts or dates. */
function couldBeMeant(words: readonly Word[], asked: ReadonlySet<string>): string[] {
  const isNamed = (at: number) =>
    words[at]?.gap.endsWith('+') || isInVersion(words, at) || labelOf(words, at) === 'other';
  return words.flatMap((word, at) => {
    const { text } = word;
    if (asked.has(text) || !mayName(text)) return [];
    return numberShape(text) === 'session' || hasOwnShape(word) || !isNamed(at) ? text : []; // what a session id is good for is always said
  });
}

/** `order PAY-9f8e7d6c`: the word before it may be of the sentence, unless it ends with a colon. */
function hasOwnShape({ text, gap }: Word): boolean {
  return !/[:=]/.test(gap) && isUnmistakable(text) && looksLikeReference(text);
}

/** The rest of `v2.41.3-rc1`: half of a word is nothing that could be looked up. */
function isInVersion(words: readonly Word[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  return word?.gap === '.' && /^\d+[-_]?[a-z]/i.test(word.text) && /^v?\d+$/i.test(before?.text ?? '');
}

function mayName(text: string): boolean {
  if (isBeginning(text)) return true;
  if (!/\d/.test(text) || isOrdinary(text) || isIdentifier(text)) return false;
  return /^\d+$/.test(text) ? text.length >= 8 : isMixture(text);
}

/** Where nothing is asked for, all of it is, but for what is a name with a number: `COVID-19`, `tier-1`, `BVN-22212345678`. */
function worthOffering(leftOut: readonly string[]): string[] {
  return leftOut.filter((word) => isBegun(word) || !(isName.test(word) || isStandard(word) || isOtherByPrefix(word)));
}

/** Where something is asked for, the rest is worth a line only if it has a reference's shape, or an identifier's. */
export function worthSaying(leftOut: readonly string[]): string[] {
  return leftOut.filter(
    (word) => isBegun(word) || isOtherReference.test(word) || (couldBeReference(word) && !isName.test(word)),
  );
}

/** `GARO-1` */
function isBegun(word: string): boolean {
  return word.includes('-') && isBeginning(word);
}

/** `100200300`: neither an account's, a phone's, a card's or a session's number, nor a time. */
const isOtherReference = /^(?:\d{8,9}|\d{12}|\d{17,18})$/;
const isName = /^\p{L}{3,}-?\d{1,2}$/u;

/** A reference that is cut off or has no digit, or the rest of one without its prefix. */
function isBeginning(text: string): boolean {
  return (/^(?:R-)?GARO-[a-z\d]+$/i.test(text) && !looksLikeReference(text)) || isOwn(`GARO-${text}`);
}

/**
 * What somebody asks for who typed it for this: what was found in it, or the one thing that it is. A list of nothing but
 * what could be references is asked for too, beside references those with the prefix of one, unless an operator's pattern
 * decides.
 */
function typedReferences(plain: string, found: Found, isByPattern: boolean): Found {
  const alone = oneThing(plain);
  if (alone !== undefined && found.unclear.length === 0 && isWhole(alone, found.references))
    return { references: [alone], identifiers: [], leftOut: [], unclear: [] };
  const listed = isByPattern || found.unclear.length > 0 ? [] : listIn(plain, found.references);
  if (listed.length <= found.references.length) return found;
  return { ...found, references: listed, leftOut: found.leftOut.filter((word) => !listed.includes(word)) };
}

/** What clings to a reference belongs to it, unless it is its label or separates several. */
function isWhole(alone: string, [reference, ...others]: readonly string[]): boolean {
  if (reference === undefined) return true;
  if (isOwn(reference) && (gluedReadings(alone).length > 0 || isFile.test(alone))) return false;
  const isLabelled = alone.endsWith(reference) && labelKind(alone.slice(0, -reference.length)) === 'reference';
  return others.length === 0 && !isLabelled && /^[\w-]+(?:\.[\w-]+)*$/.test(alone);
}

const isFile = /\.(?:pdf|png|jpe?g|csv|xlsx?|docx?|txt)$/i;
const before = /[\s#*~"'`([{<>•.,:;!?-]/;
const behind = /[\s*~"'`)\]}>.,:;!?…]/;
/** What separates several, or builds JSON and rows. */
const isBuilt = /[\s{}"<>|;=&+]/;

/** Without what stands around it; nothing when it is several, a row, or an address. */
function oneThing(plain: string): string | undefined {
  const bare = stripEnds(cleanInput(stripEnds(plain, before, behind)), before, behind).replace(/^_(.+)_$/, '$1');
  const text = bare || plain.trim();
  if (text === '' || isBuilt.test(text) || isWebAddress(text) || isForNone(text)) return undefined;
  if (holdsIdentifier(text)) return undefined;
  return text.includes(',') && !isAmount.test(text) ? undefined : text;
}

/** `12345698690885579,12345698690885580`: no amount and no reference has an identifier as a part. */
function holdsIdentifier(text: string): boolean {
  const words = wordsOf(text);
  const count = words.filter((word) => isIdentifier(word.text)).length;
  return count > 1 || (count === 1 && words.length > 1 && /[,/]/.test(text));
}

/** `reference:none`: its label was not taken off. */
function isForNone(text: string): boolean {
  const [, value] = /^ref\w{0,20}:(.+)$/i.exec(text) ?? [];
  return value !== undefined && isPlaceholder(value);
}

/** `25,000`, `10,000NGN` */
const isAmount = /^[^\d,]{0,4}\d+(?:[.,]\d+)*[^\d,]{0,5}$/;

/** What people put around a list, and what says nothing more about it. */
const aroundList =
  /^(?:and|or|plus|is|are|no|nos|number|please|pls|plz|kindly|check|confirm|status|of|for|me|this|these|thanks|thank|you|hi|hello|dear|team|sir|ma|abeg|asap|now)$/i;

/** All of a list of what could be references, with nothing beside them but labels, numbering and politeness. */
function listIn(plain: string, found: readonly string[]): string[] {
  const words = mendBroken(wordsOf(plain)).words.map(({ text }) => text);
  const asked = new Set(found);
  const prefixes = new Set(found.map(prefixOf));
  const mayBe = (word: string) => (found.length === 0 ? couldBeReference(word) : prefixes.has(prefixOf(word)));
  const isMeant = (word: string) => asked.has(word) || (isMixture(word) && mayBe(word) && !isBeginning(word));
  const isBeside = (word: string) =>
    /^(?:reference|transaction)$/.test(labelKind(word) ?? '') || aroundList.test(word) || /^\d{1,2}$/.test(word);
  if (/@|:\/\//.test(plain) || !words.every((word) => isMeant(word) || isBeside(word))) return [];
  return [...new Set(words.filter(isMeant))];
}

/** `SAMPLE-` */
function prefixOf(word: string): string {
  return /^\p{L}+[-_]/u.exec(word)?.[0] ?? word;
}

/**
 * Whether a text holds a reference letter for letter, as a whole word; capitals are no matter. Where it does not, the
 * reference was put together from it, mended, or taken out of something longer.
 */
export function standsIn(text: string, reference: string): boolean {
  const [all, sought] = [text.toLowerCase(), reference.toLowerCase()];
  for (let at = all.indexOf(sought); at !== -1; at = all.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    const isWhole =
      !goesOnBefore.test(all.slice(Math.max(at - 2, 0), at)) && !goesOnBehind.test(all.slice(end, end + 2));
    if (isWhole) return true;
  }
  return false;
}

const goesOnBefore = /[\p{L}\d][-_]?$/u;
const goesOnBehind = /^[-_]?[\p{L}\d]/u;
