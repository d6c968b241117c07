import { expect, it } from 'vitest';
import { cautionOf } from '../src/status.ts';

it.each([
  ['settled', undefined],
  ['moving', 'It may still settle: do not resend on this.'],
  ['failed', 'Check with the bank before resending.'],
  ['reversed', 'Check with the bank before resending.'],
  ['unknown', 'This status is not known here: check before resending.'],
] as const)('cautions under a status that is %s', (group, caution) => {
  expect(cautionOf(group)).toBe(caution);
});
