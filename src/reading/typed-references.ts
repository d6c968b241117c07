import { isWebAddress } from './addresses.ts';
import { mendBroken } from './broken.ts';
import { cleanInput } from './clean-input.ts';
import { couldBeReference, isMixture } from './could-be-reference.ts';
import type { Found } from './find-references.ts';
import { gluedReadings } from './glued.ts';
import { isLabelWord, labelKind } from './labels.ts';
import { isBeginning } from './left-out.ts';
import { isOwn } from './looks-like-reference.ts';
import { isIdentifier } from './number-shape.ts';
import { isPlaceholder } from './placeholders.ts';
import { stripEnds } from './strip-ends.ts';
import { wordsOf } from './words.ts';

/**
 * What somebody asks for who typed it for this: what was found in it, or the one thing that it is. A list of nothing but
 * what could be references is asked for too, beside references those with the prefix of one, unless an operator's pattern
 * decides.
 */
export function typedReferences(plain: string, found: Found, isByPattern: boolean): Found {
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

/** Words that people put around what they ask for. */
const politeness =
  /^(?:please|pls|plz|kindly|check|confirm|status|of|for|me|this|these|thanks|thank|you|hi|hello|dear|team|sir|ma|abeg|asap|now)$/i;

/** All of a list of what could be references, with nothing beside them but labels, numbering and politeness. */
function listIn(plain: string, found: readonly string[]): string[] {
  const words = mendBroken(wordsOf(plain)).words.map(({ text }) => text);
  const asked = new Set(found);
  const prefixes = new Set(found.map(prefixOf));
  const mayBe = (word: string) => (found.length === 0 ? couldBeReference(word) : prefixes.has(prefixOf(word)));
  const isMeant = (word: string) => asked.has(word) || (isMixture(word) && mayBe(word) && !isBeginning(word));
  const isBeside = (word: string) => isLabelWord(word) || politeness.test(word) || /^\d{1,2}$/.test(word);
  if (/@|:\/\//.test(plain) || !words.every((word) => isMeant(word) || isBeside(word))) return [];
  return [...new Set(words.filter(isMeant))];
}

/** `SAMPLE-` */
function prefixOf(word: string): string {
  return /^\p{L}+[-_]/u.exec(word)?.[0] ?? word;
}
