import { expect, it } from 'vitest';
import { readTalk } from '../../src/reading/small-talk.ts';

/** What a text is, with what belongs to it. */
function kindOf(text: string): string {
  const talk = readTalk(text);
  if (talk === undefined) return '';
  const about = 'text' in talk ? talk.text : '';
  return `${talk.kind} ${about}`.trim();
}

it.each([
  ['thanks', 'thanks', 'Thanks a lot!', 'thank you so much, team', 'great, thanks for your help.', 'noted'],
  ['help', 'help', 'HELP', '?', '--help', 'help me', 'What can you do?', 'who are you', 'how do I use this?'],
  ['help', 'hi', 'Hello!', 'hey there', 'good morning team'],
  ['which', 'check this pls', "what's the status of those?", 'can you look into this'],
  ['which', 'why is it pending', 'requery', 'check it', 'abeg requery am', 'any update on this?', 'status'],
  ['which', 'why is this still not successful'],
  ['list', 'list everything pending', 'show me all failed transactions', 'pending transactions today'],
  ['list', 'list all pending since Monday'],
  ['service', 'is the service up?', 'why is everything pending?', 'what is down', 'is NIBSS down?'],
  ['bank state', 'is opay down?', 'opay down', 'is opay bank working', 'why is opay failing', 'hows opay app ok'],
  ['bank state', 'is opay down since 10am', 'opay failing for 20 mins', 'thumbs up'],
  ['list', 'list everything pending since 10:30'],
  ['own look-ups', 'what did I look up today', 'my lookups', 'show my recent look-ups', 'what have i checked so far'],
  ['watching', 'watching', 'list my watches please', 'what am I watching?', 'list'],
  ['watch GARO-8f3k2j1', 'watch GARO-8f3k2j1', 'abeg watch GARO-8f3k2j1', 'please watch: GARO-8f3k2j1'],
  ['watch GARO-8f3k2j1 changes', 'tell me when GARO-8f3k2j1 changes', 'pls let me know if GARO-8f3k2j1 changes'],
  ['watch GARO-8f3k2j1 drops', 'notify me when GARO-8f3k2j1 drops'],
  ['watch', 'watch', 'watch this', 'watch these transactions?', 'tell me when it changes'],
  ['stop', 'stop it', 'Stop!', 'stop this now', 'stop telling me', 'pls stop notifying me', 'unwatch'],
  ['stop', 'stop all watches'],
  ['stop GARO-8f3k2j1', 'stop alerts for GARO-8f3k2j1', 'unwatch GARO-8f3k2j1', 'STOP WATCHING GARO-8f3k2j1'],
  ['stop GARO-8f3k2j1', 'pls stop notifying me about GARO-8f3k2j1'],
  ['stop GARO-8f3k2j1', 'stop watching GARO-8f3k2j1 and tell me about GARO-5p1d6w8'],
  ['stop GARO-8f3k2j1', 'unwatch GARO-8f3k2j1, then watch GARO-5p1d6w8'],
  ['act', 'resend GARO-8f3k2j1', 'pls re-send GARO-8f3k2j1', 'push GARO-8f3k2j1'],
  ['act', 'can you reverse GARO-8f3k2j1', 'reverse it'],
  ['act', 'refund GARO-8f3k2j1 please'],
  ['act', 'stop the payment GARO-8f3k2j1', 'cancel GARO-8f3k2j1', 'stop GARO-8f3k2j1'],
  ['', 'thank heavens', 'for all', 'thanks, and GARO-8f3k2j1?', `thanks ${'a lot '.repeat(20)}`, 'hi GARO-8f3k2j1'],
  ['act', 'should I resend GARO-8f3k2j1?', 'GARO-8f3k2j1 resend it', 'pay GARO-8f3k2j1 again'],
  ['act', 'I want to reverse GARO-8f3k2j1', 'do a reversal on GARO-8f3k2j1', 'GARO-8f3k2j1 please reverse'],
  ['act', 'update GARO-8f3k2j1 to successful'],
  ['', 'tell me why GARO-8f3k2j1 failed', 'let me know the status of GARO-8f3k2j1', 'follow up on GARO-8f3k2j1'],
  ['', 'xhelp', '?1', 'help find zenith', 'check this 19261', 'check zenith', 'watching GARO-1', 'WATCH-1234'],
  ['', 'list of GARO-8f3k2j1', 'zenith', 'gtb and access', 'the bank of the customer'],
])('%s: %j and the like', (kind, ...texts) => {
  expect(texts.map((text) => [text, kindOf(text)])).toEqual(texts.map((text) => [text, kind]));
});
