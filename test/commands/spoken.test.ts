import { expect, it } from 'vitest';
import { commandSpoken, spokenIn } from '../../src/commands/spoken.ts';
import { createSpellings } from '../../src/views/spelling.ts';

const { slash } = createSpellings('-staging');

it.each([
  ['<@U0BOT> txn GARO-1', 'txn', 'GARO-1'],
  ['txn GARO-1', 'txn', 'GARO-1'],
  ['<@U0BOT|txnbot>: *Bank*, zenith', 'bank', 'zenith'],
  ['hello <@U0BOT> /tsq 12', 'tsq', '12'],
  ['<@U0BOT> /bank-staging zenith', 'bank', 'zenith'],
  ['bank <@U0BOT> txn GARO-1', 'txn', 'GARO-1'],
  ['txn GARO-1 <@U0BOT>', 'txn', 'GARO-1'],
  ['<@U0BOT> bank-other zenith', undefined, 'zenith'],
  ['<@U0BOT>', undefined, ''],
])('in %j it is %s that is asked, about %j', (message, name, text) => {
  const spoken = spokenIn(message);
  expect([commandSpoken(spoken, slash)?.name, spoken.text]).toEqual([name, text]);
});
