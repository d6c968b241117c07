import { expect, it } from 'vitest';
import { statusGroup } from '../../src/blocks/status.ts';

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
