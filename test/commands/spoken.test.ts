import { describe, expect, it } from 'vitest';
import { spoken } from '../../src/commands/spoken.ts';

describe('a sentence to txnbot', () => {
  it.each([
    ['<@U0TXNBOT0> txn GARO-1', 'txn', 'GARO-1'],
    ['<@U0TXNBOT0|txnbot>: */Txn GARO-1*', 'txn', 'GARO-1'],
    ['GARO-2 is late, <@U0TXNBOT0> txn GARO-1', 'txn', 'GARO-1'],
    ['bank <@U0TXNBOT0> txn GARO-1', 'txn', 'GARO-1'],
    ['<@U0TXNBOT0> bank <@U0OTHER> txn GARO-1', 'txn', 'GARO-1'],
    ['txn GARO-1 <@U0TXNBOT0>', 'txn', 'GARO-1'],
    ['Bank, zenith', 'bank', 'zenith'],
    ['<@U0TXNBOT0>', '', ''],
  ])('%j begins with %j', (said, name, text) => {
    expect(spoken(said)).toMatchObject({ name, text });
  });
});
