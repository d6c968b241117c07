import fc from 'fast-check';
import { anyCharacter } from '../support/any-character.ts';

/** Stands in what is generated for the number of the input: in references, and where Slack's ids are. */
export const number = 'N0000000';

const slackHost = 'slack.invalid';
/** Stands for where the bot posts its answers. */
export const slackUrl = `http://${slackHost}`;

/** The number as eight digits, which may stand in an identifier as well. */
export function stamped(text: string, index: number, url: string): string {
  return text.replaceAll(number, String(index).padStart(number.length, '0')).replaceAll(slackHost, new URL(url).host);
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
  ...['<!channel|zq>', '<!here> zq', '<!subteam^S0FUZZ|zq>', '<@U0FUZZ|zq>', '<#C0FUZZ|zq>', '<!date^1^{date} zq|zq>'],
  ...['<https://evil.example|zq>', '<mailto:zq@evil.example|zq>', '<tel:+2348012345678|zq>', 'https://evil.example/zq'],
  ...['<', '&', '&lt;!channel|zq&gt;', '*zq*', '_zq_', '~zq~', '`zq`', '` _zq_ `', '```zq```', ':zq:', '> zq'],
  ...['\n> _zq_', '=HYPERLINK("zq")', '\u202ezq\u202c', '\u0000zq\u001b[31m', '\ud800', '%s zq', '__proto__', 'null'],
  ...['e\u0301\u0301\u0301\u0301'.repeat(20), '👩‍👩‍👧‍👦🇳🇬'],
];

const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostile) },
  fc.constantFrom('Rent for November', 'Jane Doe', 'successful', 'GARO', '0123456789', 'bank'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((drawn) => drawn.join(''));

/** A few words of a stranger's. */
export const outsideText = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '', '\n', '\u00a0'))
  .map(([words, blank]) => words.join(blank));

/** Words of a stranger's, mostly few, now and then far more than any limit. */
export const anyText = fc.oneof(
  { weight: 15, arbitrary: outsideText },
  fc
    .tuple(outsideText, fc.constantFrom(0, 75, 150, 300, 2_000, 3_000, 20_000))
    .map(([text, length]) => `${text} `.repeat(Math.ceil(length / (text.length + 1)))),
);

/** Stands for a number that JavaScript has no place for; the JSON gets it as it is written. */
export const longNumber = 'NUMBER';

/** A JSON value of any shape, some levels deep. */
export const anyJson = fc.anything({
  key: fc.oneof(
    fc.constantFrom('status', 'message', 'data', 'id', 'transactionId', 'code', 'type', 'text'),
    outsideText.filter((text) => text !== '__proto__'),
  ),
  values: [anyText, anyText, fc.constantFrom(null, true, 0, -1, 1.5, 1e21, longNumber, ''), fc.maxSafeInteger()],
  maxKeys: 5,
  depthSize: 'small',
});

/** As deep as a stack overflows. */
export const deepJson = fc
  .tuple(fc.constantFrom(20, 300, 3_000, 40_000), fc.constantFrom(['[', ']'], ['{"status":', '}']))
  .map(([depth, [open = '', end = '']]) => `${open.repeat(depth)}"zq"${end.repeat(depth)}`);

/** A reference that the transfer service knows; the number in it says which of its answers it gets. */
export const reference = fc.oneof(
  { weight: 3, arbitrary: fc.constant(`FUZ-${number}`) },
  outsideText.map((text) => `FUZ-${number}-${text.replace(/[\s,;]+/g, '')}`),
);

export const identifier = fc.constantFrom('', '77', '5550001').map((tail) => `1${number}${tail}`);

const many = fc
  .record({ count: fc.integer({ min: 2, max: 27 }), between: fc.constantFrom(' ', ', ', '\n', ' and '), more: anyText })
  .map(({ count, between, more }) =>
    [...Array.from({ length: count }, (_, place) => `FUZ-${number}-${place}`), more].join(between),
  );
/** As people paste it. */
const pasted = joined(
  fc.constantFrom('', 'Ref: ', '"', '`', '(', 'transactionId=', '<tel:', '\u200b'),
  reference,
  fc.constantFrom('', '"', '`', ')', '.', '|zq>'),
);
const usual = fc.constantFrom('', 'help', '?', '.', '..', '%2e%2e', '/', '\ud800', '-', '1'.repeat(41), '1 2', '#12');
const names = ['zenith', 'zenit', 'union bank', 'first', 'gtb', 'microfinance', 'bnak', 'kuda mfb', '0', '00', '058'];

/** What a person types behind a command. */
export const asked = {
  txn: fc.oneof(
    { weight: 16, arbitrary: reference },
    ...[pasted, many, anyText].map((arbitrary) => ({ weight: 3, arbitrary })),
    { weight: 2, arbitrary: fc.oneof(reference, pasted, many, anyText).map((text) => `watch ${text}`) },
    ...[usual, fc.constantFrom('watching', 'watch', 'watch zq')],
  ),
  tsq: fc.oneof(
    { weight: 8, arbitrary: identifier },
    ...[joined(identifier, fc.constant(' '), outsideText), anyText, usual],
  ),
  bank: fc.oneof(
    { weight: 6, arbitrary: fc.oneof(fc.constantFrom(...names), fc.nat({ max: 999_999 }).map(String)) },
    ...[anyText, anyText, joined(fc.constantFrom('zenith ', 'bank '), outsideText), usual],
  ),
};

/** To the bot, in a channel or a direct message: with a command, without, or with another. */
export const spoken = fc.oneof(
  { weight: 4, arbitrary: joined(fc.constant('txn '), asked.txn) },
  joined(fc.constant('/tsq '), asked.tsq),
  joined(fc.constant('bank '), asked.bank),
  joined(fc.constantFrom('tnx ', 'bnak ', '', 'help ', 'watch '), reference),
  { weight: 2, arbitrary: anyText },
);
