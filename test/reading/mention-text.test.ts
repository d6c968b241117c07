import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandNames } from '../../src/command-names.ts';
import { mentionText } from '../../src/reading/small-talk.ts';

const isBot = (userId: string) => userId === 'U0BOT';
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
  ['<@U0BOT> txn GARO-1 <@U0AMARA> GARO-2', 'txn', 'GARO-1 GARO-2'],
  ['<@U0AMARA> bank of hers? <@U0BOT> txn GARO-1', 'txn', 'GARO-1'],
  ['txn GARO-1 <@U0AMARA> please', 'txn', 'GARO-1 please'],
  ['<@U0BOT> tsq 1 <@U0BOT> 2', 'tsq', '1 2'],
  ['<@U0BOTTLE> txn GARO-1 <@U0BOT|txnbot> bank zenith', 'bank', 'zenith'],
])('in %j it is %s that is asked, about %j', (message, name, text) => {
  const said = mentionText(message, isBot);
  expect([names.recognise(said.first), said.text]).toEqual([name, text]);
});

it.each([
  ['GARO-1 <@U0BOT> please look', 'please look', 'GARO-1 please look'],
  ['&gt; GARO-1\n<@U0BOT> please <@U0AMARA> look', 'please look', '&gt; GARO-1\n please look'],
  ['<@U0AMARA> <@U0BOT> thanks', 'thanks', undefined],
  ['GARO-1 <@U0AMARA> <@U0BOT>', 'GARO-1', undefined],
  ['is GARO-1 stuck <@U0BOT>?', 'is GARO-1 stuck ?', undefined],
  ['<@U0BOT> ?', '?', undefined],
  ['GARO-1 <@U0AMARA> <@U0BISI> GARO-2', 'GARO-1 GARO-2', undefined],
])('of %j only what follows the bot is said to it, and all that was said is kept beside it', (message, words, all) => {
  expect(mentionText(message, isBot)).toMatchObject({ words, ...(all === undefined ? {} : { all }) });
  expect(mentionText(message, isBot).all).toBe(all);
});

it('takes every mention for a blank where the bot is not known', () => {
  expect(mentionText('GARO-1 <@U0BOT> txn GARO-2')).toEqual({
    words: 'GARO-1 txn GARO-2',
    first: 'GARO-1',
    text: 'txn GARO-2',
  });
});

it('leaves nothing of a message unread, whoever is mentioned in it', () => {
  const word = fc.stringMatching(/^[A-Z]{4}-[a-z\d]{7}$/);
  const between = fc.constantFrom(
    ' ',
    ' <@U0AMARA> ',
    ' <@U0AMARA|Amara>, ',
    '\n<@U0BOT> ',
    ' <@U0BOT>, cc <@U0BISI> ',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(between, word), { minLength: 1, maxLength: 6 }), between, (said, end) => {
      const message = said.flat().join('') + end;
      const { words, all = words } = mentionText(message, isBot);
      expect(all.match(/[A-Z]{4}-[a-z\d]{7}/g)).toEqual(said.map(([, each]) => each));
      expect(all).toContain(words.trim());
      expect(all).not.toMatch(/<@| {2}/);
    }),
  );
});

it('is read no further than somebody types', () => {
  expect(mentionText(`txn ${'x'.repeat(20_000)}`).words).toHaveLength(12_000);
  expect(mentionText(`${'x'.repeat(12_000)}<@U0BOT> txn 1`, isBot).first).toHaveLength(12_000);
});
