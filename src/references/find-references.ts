import { RE2JS } from 're2js';

export interface Found {
  /** In the order of the text, each once. */
  references: string[];
  /** Transaction identifiers: digits only. */
  identifiers: string[];
}

export type FindReferences = (text: string) => Found;

/** Around this many digits a number is an identifier: longer than a phone number, shorter than a session. */
const identifier = /^\d{15,20}$/;

/**
 * Finds what looks like references and transfer identifiers in what people and other apps write.
 * @param pattern RE2 syntax, from the operator; it runs in linear time, whatever it is and whatever is pasted.
 * @throws Error when the pattern is not valid.
 */
export function createReferenceFinder(pattern?: string): FindReferences {
  const compiled = pattern === undefined ? undefined : RE2JS.compile(pattern);
  return (text) => {
    const plain = withoutLinks(text);
    const tokens = plain
      .split(/[\s,;()[\]{}"'`<>|*=“”‘’]+/)
      .map((token) => token.replace(/^[#:.\-_]+|[.:!?\-_]+$/g, ''));
    const references = compiled ? matches(compiled, plain) : tokens.filter(looksLikeReference);
    return {
      references: unique(references),
      identifiers: unique(tokens.filter((token) => identifier.test(token) && !references.includes(token))),
    };
  };
}

/** Addresses hold letters and digits that are no references; what a link is called may be one. */
function withoutLinks(text: string): string {
  return text
    .replace(/<(?:https?|mailto|tel):[^|>]*(?:\|([^>]*))?>/g, (_link, label = '') => ` ${label} `)
    .replace(/<[@#!][^>]*>/g, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, ' ')
    .replace(/\S+@\S+/g, ' ')
    .replace(/\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?/gi, ' ');
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * Letters and digits in one word, and more of a mixture than ordinary writing has: "COVID-19", "Q3-2026",
 * "21-Nov-2026", "iphone15" and "NGN2500000" are none.
 */
function looksLikeReference(token: string): boolean {
  if (!/^[A-Za-z\d]+(?:[_-][A-Za-z\d]+)*$/.test(token) || token.length < 6 || token.length > 64) return false;
  if (!/[A-Za-z]/.test(token) || !/\d/.test(token)) return false;
  if (/^\d+[A-Za-z]+$/.test(token) || /^[A-Za-z]\d+$/.test(token)) return false;
  if (currencies.has(token.slice(0, 3).toUpperCase()) && /^[A-Za-z]{3}\d+$/.test(token)) return false;
  if (/^\d{8}T\d{4,6}Z?$/i.test(token)) return false;
  return token.split(/[_-]/).some(isMixture);
}

function isMixture(part: string): boolean {
  const runs = part.match(/[A-Za-z]+|\d+/g) ?? [];
  const digits = part.replace(/\D/g, '').length;
  return digits >= 6 || (part.length >= 6 && runs.length >= 3);
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
