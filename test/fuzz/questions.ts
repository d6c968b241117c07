import fc from 'fast-check';
import { anyText, number, outsideText } from './texts.ts';

/** What a person types, at whichever door. */

const noise = outsideText.map((text) => text.replace(/[\s,;]+/g, ''));

/** A reference that the transfer service knows; the number in it says which of its answers it gets. */
export const reference: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(`FUZ-${number}`) },
  { weight: 1, arbitrary: noise.map((tail) => `FUZ-${number}-${tail}`) },
);

export const identifier: fc.Arbitrary<string> = fc.constantFrom('', '77', '5550001').map((tail) => `1${number}${tail}`);

const many = fc
  .tuple(
    fc.integer({ min: 2, max: 27 }),
    fc.constantFrom(' ', ', ', '\n', ' and '),
    fc.oneof(fc.constant(''), outsideText),
  )
  .map(
    ([count, between, more]) =>
      `${Array.from({ length: count }, (_, place) => `FUZ-${number}-${place}`).join(between)} ${more}`,
  );

/** As people paste it. */
const pasted = fc
  .tuple(
    fc.constantFrom('', 'Ref: ', '"', '`', '(', 'transactionId=', '<tel:', '\u200b'),
    reference,
    fc.constantFrom('', '"', '`', ')', '.', '|zq>'),
  )
  .map((parts) => parts.join(''));

const usual = fc.constantFrom('', 'help', '?', '.', '..', '%2e%2e', '/', '\ud800', '-');

export const txnText: fc.Arbitrary<string> = fc.oneof(
  { weight: 16, arbitrary: reference },
  { weight: 3, arbitrary: pasted },
  { weight: 1, arbitrary: many },
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: usual },
  { weight: 2, arbitrary: fc.oneof(reference, pasted, many, anyText).map((text) => `watch ${text}`) },
  { weight: 1, arbitrary: fc.constantFrom('watching', 'watch', 'watch zq') },
);

export const tsqText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: identifier },
  { weight: 1, arbitrary: fc.tuple(identifier, outsideText).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: anyText },
  { weight: 1, arbitrary: fc.oneof(usual, fc.constantFrom('1'.repeat(41), '1 2', '#12')) },
);

export const bankText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('zenith', 'zenit', 'union bank', 'first', 'gtb', 'microfinance', 'bnak', 'kuda mfb'),
  },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 999_999 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('0', '00', '058', 'changes', 'changes 2 days', 'changes <!channel|zq>') },
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('zenith ', 'bank '), outsideText).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: usual },
);

/** To the bot, in a channel or a direct message: with a command, without, or with another. */
export const spoken: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: txnText.map((text) => `txn ${text}`) },
  { weight: 1, arbitrary: tsqText.map((text) => `/tsq ${text}`) },
  { weight: 1, arbitrary: bankText.map((text) => `bank ${text}`) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('tnx', 'bnak', '', 'help', 'watch'), reference).map((words) => words.join(' ')),
  },
  { weight: 2, arbitrary: anyText },
);
