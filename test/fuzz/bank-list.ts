import fc from 'fast-check';
import { anyJson } from './any-json.ts';
import { outsideText } from './outside-text.ts';
import { envelope, json, value } from './upstream-answers.ts';

/** Of a bank in the list, or of none. */
export const bankCode: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 300 })
  .map((code) => String(code).padStart(6, '0'));

const words = ['ZENITH', 'UNION', 'FIRST', 'ACCESS', 'GTBANK', 'KUDA', 'MICROFINANCE', 'BANK', 'PLC', 'TRUST'];
const institution = fc.record({
  institutionCode: bankCode,
  institutionName: fc
    .tuple(fc.subarray(words, { minLength: 1, maxLength: 4 }), fc.oneof(fc.constant(''), outsideText))
    .map((parts) => parts.flat().join(' ')),
  category: value,
});

/** A bank list as a body: usable, with entries that are not. */
export const bankList: fc.Arbitrary<string> = json(
  envelope(
    fc
      .tuple(
        fc.array(institution, { minLength: 150, maxLength: 150, size: 'max' }),
        fc.array(anyJson, { maxLength: 5 }),
      )
      .map((entries) => entries.flat()),
  ),
);
