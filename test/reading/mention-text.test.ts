import { expect, it } from 'vitest';
import { commandNames } from '../../src/commands/index.ts';
import { mentionText } from '../../src/reading/mention-text.ts';

const names = commandNames('-staging');

it.each([
  ['<@U0BOT> txn GARO-1', 'txn', 'GARO-1'],
  ['txn GARO-1', 'txn', 'GARO-1'],
  ['<@U0BOT|txnbot>: *Bank*, zenith', 'bank', 'zenith'],
  ['hello <@U0BOT> /tsq 12', 'tsq', '12'],
  ['<@U0BOT> /bank-staging zenith', 'bank', 'zenith'],
  ['bank <@U0BOT> txn GARO-1', 'txn', 'GARO-1'],
  ['txn GARO-1 <@U0BOT>', 'txn', 'GARO-1'],
  ['<@U0BOT> bank-other zenith', undefined, 'zenith'],
  ['<@U0BOT> TXN-20260131001 GARO-8f3k2j1', undefined, 'GARO-8f3k2j1'],
  ['<@U0BOT> bank-2 for Jane', undefined, 'for Jane'],
  ['<@U0BOT>', undefined, ''],
  ['', undefined, ''],
  ['<@U0BOT> <@U0AMARA|Amara> txn GARO-1', 'txn', 'GARO-1'],
  ['  , : ; . ! * _ ` ~ - txn   GARO-1  * _ ` ~ ', 'txn', 'GARO-1'],
  ['txn GARO-1.', 'txn', 'GARO-1.'],
  ['/txn\nGARO-1\nGARO-2', 'txn', 'GARO-1\nGARO-2'],
  ['//txn GARO-1', 'txn', 'GARO-1'],
  ['txn', 'txn', ''],
  ['/BANK-STAGING zenith', 'bank', 'zenith'],
  ['txn GARO-1 <@U0BOT> <@U0AMARA>', 'txn', 'GARO-1'],
  ['txn GARO-1 <@U0BOT>  ', 'txn', 'GARO-1'],
  ['<#C0SUPPORT1> txn 1', undefined, 'txn 1'],
])('in %j it is %s that is asked, about %j', (message, name, text) => {
  const said = mentionText(message);
  expect([names.recognise(said.first), said.text]).toEqual([name, text]);
});

it('is read no further than somebody types', () => {
  expect(mentionText(`txn ${'x'.repeat(20_000)}`).words).toHaveLength(12_000);
  expect(mentionText(`${'x'.repeat(12_000)}<@U0BOT> txn 1`).first).toHaveLength(12_000);
});
