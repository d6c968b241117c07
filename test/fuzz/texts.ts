import fc from 'fast-check';
import { anyCharacter } from '../support/any-character.ts';

/** Stands in what is generated for the number of the input: in references, and where Slack's ids are. */
export const number = 'N0000000';

/** Stands for where the bot posts its answers. */
export const slackUrl = 'http://slack.invalid';

export interface Stamp {
  /** Which input it is. */
  index: number;
  /** Where Slack is. */
  url: string;
}

/** The number as eight digits, which may stand in an identifier as well. */
export function stamped(text: string, { index, url }: Stamp): string {
  return text.replaceAll(number, String(index).padStart(number.length, '0')).replaceAll(slackUrl, url);
}

/** The first of the stamped numbers in a text. */
export function numberIn(text: string): number | undefined {
  const [digits] = /0\d{7}/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * What pings, links, formats or hides where it is not escaped. All of it can be told from the bot's own words: those
 * have neither `zq` nor any `<…>` but a time.
 */
const hostile = [
  '<!channel|zq>',
  '<!here> zq',
  '<!subteam^S0FUZZ|zq>',
  '<@U0FUZZ|zq>',
  '<#C0FUZZ|zq>',
  '<https://evil.example|zq>',
  '<mailto:zq@evil.example|zq>',
  '<tel:+2348012345678|zq>',
  '<!date^1^{date} zq|zq>',
  '<',
  '&lt;!channel|zq&gt;',
  '&',
  '*zq*',
  '_zq_',
  '~zq~',
  '`zq`',
  '` _zq_ `',
  '```zq```',
  ':zq:',
  '> zq',
  '\n> _zq_',
  'https://evil.example/zq',
  '=HYPERLINK("zq")',
  '\u202ezq\u202c',
  '\u0000zq\u001b[31m',
  '\ud800',
  'e\u0301\u0301\u0301\u0301'.repeat(20),
  '👩‍👩‍👧‍👦🇳🇬',
  '%s zq',
  '__proto__',
  'null',
];

const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostile) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('Rent for November', 'Jane Doe', 'successful', 'GARO', '0123456789', 'bank'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
);

/** A few words of a stranger's. */
export const outsideText: fc.Arbitrary<string> = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '', '\n', '\u00a0'))
  .map(([words, blank]) => words.join(blank));

/** Words of a stranger's, mostly few, now and then far more than any limit. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: outsideText },
  { weight: 1, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.tuple(outsideText, fc.constantFrom(75, 150, 300, 2_000, 3_000, 20_000)).map(longer),
  },
);

function longer([text, length]: [string, number]): string {
  return `${text} `.repeat(Math.ceil(length / (text.length + 1)));
}
