import fc from 'fast-check';
import { anyText, outsideText } from './texts.ts';

/** Stands for a number that JavaScript has no place for; `withNumbers` writes it. */
const number = 'NUMBER';

const leaf = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, number, '', [], {}) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
);

const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('status', 'message', 'data', 'id', 'transactionId', 'code', 'type', 'text') },
  { weight: 1, arbitrary: outsideText.filter((text) => text !== '__proto__') },
);

/** A JSON value of any shape, some levels deep. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(Object.fromEntries),
  ),
})).value;

/** As deep as a stack overflows. */
export const deepJson: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(20, 300, 3_000, 40_000), fc.constantFrom('[', '{"status":'))
  .map(([depth, open]) => `${open.repeat(depth)}"zq"${(open === '[' ? ']' : '}').repeat(depth)}`);

export function withNumbers(json: string): string {
  return json.replaceAll(`"${number}"`, '123456789012345678901234567890.1230');
}
