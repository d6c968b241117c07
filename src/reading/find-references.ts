import { RE2JS } from 're2js';
import { looksLikeReference } from './looks-like-reference.ts';

export interface Found {
  /** In the order of the text, each once. */
  references: string[];
  /** Transaction identifiers: digits only. */
  identifiers: string[];
}

export type FindReferences = (text: string) => Found;

/** Longer than card and phone numbers, shorter than session ids and times in nanoseconds. */
const identifier = /^\d{17,18}$/;
const textMax = 40_000;
const chunkMax = 300;

/**
 * Finds likely references and transfer identifiers in what people and other apps write.
 * @param pattern RE2 syntax, from the operator; RE2 runs any pattern on any text in linear time.
 * @throws Error when the pattern is not valid.
 */
export function createReferenceFinder(pattern?: string): FindReferences {
  const compiled = pattern === undefined ? undefined : RE2JS.compile(pattern);
  return (text) => {
    const plain = labelsOfLinks(beginningOf(text));
    const words = wordsOf(plain);
    const references = compiled ? matches(compiled, plain) : words.filter(looksLikeReference);
    const identifiers = words.filter((word) => identifier.test(word) && !references.includes(word));
    return { references: unique(references), identifiers: unique(identifiers) };
  };
}

/** The part of the text that is read, cut between words: half a reference would be another one. */
function beginningOf(text: string): string {
  let end = Math.min(text.length, textMax);
  while (end > 0 && end < text.length && /\S/.test(text.charAt(end))) end -= 1;
  return text.slice(0, end);
}

/**
 * Unwraps Slack's links: an address is not a reference, but a link's label may be one. The patterns stop at `<`, which
 * Slack escapes within links: otherwise a text full of `<` would be read once for each.
 */
function labelsOfLinks(text: string): string {
  return text
    .replace(/<(?:https?|mailto|tel):[^|<>]*(?:\|([^<>]*))?>/g, (_link, label = '') => ` ${label} `)
    .replace(/<[@#!][^<>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt);/g, ' ')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[\u2010\u2011]/g, '-');
}

/** Splits the text into words, so that no pattern ever sees a long text. */
function wordsOf(text: string): string[] {
  return text.split(/\s/).flatMap((chunk) => {
    const short = chunk.slice(0, chunkMax);
    if (isAddress(short)) return [];
    return short.split(/[^\p{L}\d_-]/u).map((word) => word.replace(/^[-_]+|[-_]+$/g, ''));
  });
}

function isAddress(chunk: string): boolean {
  const bare = chunk.replace(/^[("'[<]+/, '');
  return bare.includes('://') || /[^@]@[^@]+\.[^@]/.test(bare) || /^(?:[a-z\d-]+\.)+[a-z]{2,}[/:?#]/.test(bare);
}

function matches(pattern: RE2JS, text: string): string[] {
  const matcher = pattern.matcher(text);
  const found: string[] = [];
  while (matcher.find()) {
    const match = matcher.group();
    if (match) found.push(match);
  }
  return found;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
