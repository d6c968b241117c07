import type { Sample } from 'slack-sandbox/page';
import { merchantFile, toBankInTrouble } from 'slack-sandbox/transfer-service';

/** What people and other apps write in a conversation, to try the doors beside the slash commands. */
export const conversationSamples: readonly Sample[] = [
  {
    command: '/txn',
    text: 'GARO-8f3k2j1 GARO-7c4m9p2 GARO-5p1d6w8 GARO-2x9f4t7 GARO-6r3v8n5 GARO-3k7w2q9 GARO-4u7k1y9 GARO-0a0a0a0 GARO-5e0r0r1 GARO-2h7m1l1',
    title: 'Ten at once',
  },
  {
    command: '/txn',
    text: toBankInTrouble.map(({ key }) => key).join(' '),
    title: 'A bank in trouble',
  },
  { command: '/txn', text: 'watch GARO-1w8t4c6', title: 'Watch what changes in a minute' },
  { command: '/txn', text: 'watching', title: 'What you watch' },
  { kind: 'mention', command: '@txnbot', text: 'txn GARO-8f3k2j1', title: 'Where everybody reads' },
  { kind: 'mention', command: '@txnbot', text: 'bank zenith', title: 'A bank, in a thread' },
  { kind: 'mention', command: '@txnbot', text: 'txm GARO-8f3k2j1', title: 'A slip of the finger' },
  { kind: 'mention', command: '@txnbot', text: 'help', title: 'Help' },
  { kind: 'mention', command: '@txnbot', text: 'watch GARO-1w8t4c6', title: 'Watch, and be told in the thread' },
  {
    kind: 'message',
    text: 'Customer of Amara says GARO-5p1d6w8 has not arrived since 10:30, see also 12345698690885579',
    title: 'A message with references',
  },
  {
    kind: 'alert',
    text: 'Payouts delayed',
    title: 'An alert with references',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Payouts delayed' } },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: 'Waiting for more than 10 minutes: `GARO-5p1d6w8`, `GARO-2x9f4t7`, `GARO-8f3k2j1`',
        },
      },
    ],
  },
  {
    kind: 'alert',
    text: 'A merchant complains: 300 payments. Choose Look Up References on this message',
    title: 'A list of 300',
    files: [merchantFile],
  },
];
