import { RE2JS, RE2JSSyntaxException } from 're2js';
import * as z from 'zod';
import { Secret } from './secret.ts';

// A schema is named like a type (`BaseUrl`), a function that makes one like a function (`integer`).

/**
 * The text of a secret, already trimmed. Rejects control characters, which would be dropped
 * silently from a header.
 */
const SecretText = z
  .string('is missing')
  .regex(/^[\x21-\x7e]+$/, 'holds what no token has: leave out blanks and Bearer')
  // Redacting a shorter secret would also redact ordinary words in the log.
  .min(
    8,
    'is too short to be a secret: 8 characters at least; put in all of it, or leave an optional one out',
  );

const hideSecret = (text: string) => new Secret(text);

export const AnySecret = SecretText.transform(hideSecret);

export const slackToken = (prefix: string, what: string) =>
  SecretText.startsWith(prefix, `must be ${what}, ${prefix}…`).transform(hideSecret);

/** A secret that is not Slack's. Rejects a Slack token that was put into the wrong variable. */
export const ForeignSecret = SecretText.refine(
  (text) => !/^x(?:ox[a-z]|app)-/.test(text),
  "is a token of Slack's: another secret belongs here",
).transform(hideSecret);

/** A URL that satisfies `is`. @param message tells the operator every requirement */
export const urlThat = (is: (url: URL) => boolean, message: string) =>
  z
    .string('is missing')
    .refine((text) => URL.canParse(text) && is(new URL(text)), message)
    .transform((text) => new URL(text));

/**
 * A Redis URL. Any host, with TLS or not, as Redis is in the operator's network; the password is
 * percent-encoded.
 */
export const RedisUrl = SecretText.refine(
  (text) => URL.canParse(text) && isRedisUrl(new URL(text)),
  'must begin with redis:// or rediss:// and have a host, no query, and a password percent-encoded',
).transform(hideSecret);

function isRedisUrl({
  protocol,
  hostname,
  pathname,
  search,
  hash,
  username,
  password,
}: URL): boolean {
  const hasOnlyDatabase = /^\/?\d{0,5}$/.test(pathname + search + hash);
  return (
    /^rediss?:$/.test(protocol) &&
    hostname !== '' &&
    hasOnlyDatabase &&
    isEncoded(username) &&
    isEncoded(password)
  );
}

/** Whether part of a URL is percent-encoded correctly. */
export function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Entries separated by commas or blanks. */
export const Entries = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''));

/** Ids of Slack's that begin with one of `letters`. @param what names them, for the operator */
export const idList = (letters: string, what: string) =>
  Entries.pipe(
    z
      .array(z.string().regex(new RegExp(`^[${letters}][A-Z0-9]{2,}$`), `must be ids of ${what}`))
      .min(
        1,
        `is set and names nothing: give it ids of ${what}, or take it out to restrict nothing`,
      ),
  ).default([]);

/** One of these words. */
export const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

/**
 * @param unit what the variable's number is multiplied by: 1,000 turns seconds into milliseconds
 */
export const integer = (min: number, max: number, unit = 1) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform((text) => Number(text) * unit);

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };
const delaysMax = 50;
const delayMaxMs = 24 * 3_600_000;

/** A list of delays such as `30s,1m,2h`, which becomes an array of milliseconds. */
export const Delays = Entries.transform((entries) => entries.map(delayMs)).refine(
  (all) =>
    all.length > 0 && all.length <= delaysMax && all.every((ms) => ms >= 1_000 && ms <= delayMaxMs),
  `must be waits such as 30s,1m,2h, each from 1s to 24h, and at most ${delaysMax}`,
);

function delayMs(text: string): number {
  const wait = /^(\d{1,5})([smh])$/.exec(text);
  if (wait === null) return 0;

  const [, count = '', unit = ''] = wait;
  return Number(count) * (unitMs[unit] ?? 0);
}

export const BaseUrl = urlThat(
  ({ protocol, hostname, username, password, search, hash }) =>
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) &&
    `${username}${password}${search}${hash}` === '',
  'must be a URL with https://, or http:// on loopback, and hold no user, query or fragment',
).transform(({ origin, pathname }) => (origin + pathname).replace(/\/+$/, ''));

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * The suffix of each slash command. Slack allows a command 32 characters with the slash; our
 * longest is `/bank`.
 */
export const CommandSuffix = z
  .string()
  .regex(
    /^[-_][a-z0-9_-]{0,26}$/,
    'must be a hyphen or underscore, and at most 26 lower-case letters, digits, hyphens and underscores',
  )
  .default('');

export const CurrencyCode = z
  .string()
  .refine(
    (code) => Intl.supportedValuesOf('currency').includes(code),
    'must be an ISO 4217 code such as NGN',
  );

export const ReferencePattern = z.string().refine((text) => patternFault(text) === undefined, {
  error: ({ input }) => patternFault(String(input)),
});

/** Quotes, escapes and classes of a pattern, in which no character is an operator. */
const quotedPattern = /\\Q.*?\\E|\\[^AzQ]|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]])*\]/gs;

/**
 * Returns why a pattern cannot find references in longer texts. Of RE2's message, only the part
 * without the pattern.
 */
function patternFault(text: string): string | undefined {
  try {
    const matchesBlank = RE2JS.compile(text).matcher(' ').find();
    const bare = text.replace(quotedPattern, '');
    if (/[$^]|\\[Az]/.test(bare))
      return 'must be without ^ and $: it is searched for inside longer texts';

    return matchesBlank
      ? 'must not match a blank or an empty text: it would take whole sentences'
      : undefined;
  } catch (error) {
    const why = error instanceof RE2JSSyntaxException ? `: ${error.getDescription()}` : '';
    return `is no regular expression in RE2 syntax${why}`;
  }
}
