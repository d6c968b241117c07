import fc from 'fast-check';
import { bankQuestions } from '../fixtures/bank-questions.ts';
import { pastes } from '../fixtures/pastes.ts';

/** Placeholder for the eight digits of an input's number: in references, and in Slack's ids. */
export const number = 'N0000000';
/** Placeholder for the host that answers are posted to. */
export const slackHost = 'slack.invalid';

export function numbered(text: string, index: number, host: string): string {
  return text.replaceAll(number, String(index).padStart(number.length, '0')).replaceAll(slackHost, host);
}

/** The input that a text belongs to. */
export function numberIn(text: string): number | undefined {
  const [digits] = /0\d{7}/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Pings, links, formats or hides wherever it is not escaped. The checks recognise it: the bot's own words have no `zq`,
 * and no `<…>` but a time.
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
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((drawn) => drawn.join(''));

/** A few words of a stranger's. */
export const outsideText = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '', '\n', '\u00a0'))
  .map(([words, blank]) => words.join(blank));

/** Mostly a few words, now and then far more than any limit. */
export const anyText = fc.oneof(
  { weight: 15, arbitrary: outsideText },
  fc
    .tuple(outsideText, fc.constantFrom(0, 75, 150, 300, 2_000, 3_000, 20_000))
    .map(([text, length]) => `${text} `.repeat(Math.ceil(length / (text.length + 1)))),
);

/** Placeholder for a number that JavaScript has no place for; the JSON gets its digits. */
export const longNumber = 'NUMBER';

export const anyJson = fc.anything({
  key: fc.oneof(
    fc.constantFrom('status', 'message', 'data', 'id', 'transactionId', 'code', 'type', 'text'),
    outsideText.filter((text) => text !== '__proto__'),
  ),
  values: [anyText, anyText, fc.constantFrom(null, true, 0, -1, 1.5, 1e21, longNumber, ''), fc.maxSafeInteger()],
  maxKeys: 5,
  depthSize: 'small',
});

/** JSON deep enough to overflow a stack. */
export const deepJson = fc
  .tuple(fc.constantFrom(20, 300, 3_000, 40_000), fc.constantFrom(['[', ']'], ['{"status":', '}']))
  .map(([depth, [open = '', end = '']]) => `${open.repeat(depth)}"zq"${end.repeat(depth)}`);

/** A reference that the transfer service knows. */
export const reference = fc.oneof(
  { weight: 3, arbitrary: fc.constant(`FUZ-${number}`) },
  outsideText.map((text) => `FUZ-${number}-${text.replace(/[\s,;]+/g, '')}`),
);
const many = fc
  .tuple(fc.integer({ min: 2, max: 27 }), fc.constantFrom(' ', ', ', '\n', ' and '), anyText)
  .map(([count, between, more]) =>
    [...Array.from({ length: count }, (_, place) => `FUZ-${number}-${place}`), more].join(between),
  );
const identifier = fc.constantFrom('', '77', '5550001').map((tail) => `1${number}${tail}`);
const paste = fc.constantFrom(...pastes.map(({ text }) => text.replace(/GARO-\w+/, `FUZ-${number}`)));
const unusual = fc.constantFrom('', 'help', '?', '..', '%2e%2e', '/', '\ud800', 'watching', 'watch zq', '1'.repeat(41));

/** The text behind each command. */
export const asked = {
  txn: fc.oneof({ weight: 16, arbitrary: reference }, many, paste, anyText, unusual),
  tsq: fc.oneof({ weight: 4, arbitrary: identifier }, joined(identifier, outsideText), anyText, unusual),
  bank: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...bankQuestions.map(({ typed }) => typed)) },
    ...[fc.nat({ max: 999_999 }).map(String), anyText, unusual],
  ),
};

/** A message to the bot: with a command, without, or with a slip of the finger. */
export const spoken = joined(
  fc.constantFrom('', 'txn ', 'txn watch ', '/tsq ', 'bank ', 'tnx ', 'help '),
  fc.oneof(...Object.values(asked)),
);
