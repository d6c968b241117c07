import { expect, it } from 'vitest';
import { cautionOf, statusGroup } from '../src/status.ts';

it.each([
  ['successful', undefined, 'settled'],
  [' SUCCESSFUL ', '0', 'settled'],
  ['success', undefined, 'unknown'],
  ['In  Progress', '', 'moving'],
  ['declined', undefined, 'failed'],
  ['refunded', undefined, 'reversed'],
  ['successful', '1', 'reversed'],
  ['pending', '••', 'reversed'], // a flag that a channel may not read is not 0
  ['pending for Jane', undefined, 'unknown'],
  [undefined, undefined, 'unknown'],
])('a status %j with the reversed flag %j is %s', (status, flag, group) => {
  expect(statusGroup(status, flag)).toBe(group);
});

it.each([
  ['settled', undefined],
  ['moving', "It may still settle. Don't resend yet."],
  ['failed', 'Check with the bank before resending.'],
  ['reversed', 'Check with the bank before resending.'],
  ['unknown', "I don't know this status: check before resending."],
] as const)('a status that is %s has the caution %j', (group, caution) => {
  expect(cautionOf(group)).toBe(caution);
});
