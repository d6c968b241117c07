import { workspace } from 'slack-sandbox';
import { beforeEach, expect, it } from 'vitest';
import { type AppWithSamples, runWithSamples } from '../support/run-with-samples.ts';

const { botUserId, directMessageId, otherPersonId } = workspace;
const at = `<@${botUserId}>`;
const pending = 'GARO-5p1d6w8';
let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test);
});

const textOf = (answer: { text: string; blocks?: unknown }) =>
  `${answer.text}\n${JSON.stringify(answer.blocks)}`;

const look = /Pending/;
const requery = /The requery says SUCCESSFUL/;
const who = /`GARO-5p1d6w8`: Asked by <@U\w+>/;
const onIt = /^You're on `GARO-5p1d6w8` until/;
const note = /^Note for the bank/;
const noReason = /The service gives no reason for a status[\s\S]*Pending/;

/** `alone`: who may read the answer in a channel. */
type Row = [phrase: string, answer: RegExp, alone?: 'alone'];
const talk: Row[] = [
  ['check this', look],
  ['pls look', look],
  ['any update', look],
  ['and now?', look],
  ['status', look],
  ['what of this one', look],
  ['still pending?', look],
  ['did it land', look],
  ['requery', requery],
  ['check again', requery],
  ['who asked', who, 'alone'],
  ['who is on it', who, 'alone'],
  ["I'm on it", onIt, 'alone'],
  ['mine', onIt, 'alone'],
  ['take it', onIt, 'alone'],
  ['i got this', onIt, 'alone'],
  ['note', note, 'alone'],
  ['note for the bank', note, 'alone'],
  ['how long', noReason],
  ['why', noReason],
  ['resend it', /^I only read/],
];

it.each<Row>(talk)(
  '%j is answered in a thread, a direct message and behind /txn',
  async (phrase, expected, alone) => {
    const root = (await app.slack.writeMessage({ text: 'a quiet day' })).message;
    const thread = { threadTs: root.ts };
    await app.answered(app.slack.writeMessage({ text: `${at} ${pending}`, ...thread }));
    const bisi = { ...thread, userId: otherPersonId };
    const inThread = await app.answered(
      app.slack.writeMessage({ text: `${at} ${phrase}`, ...bisi }),
    );
    expect(textOf(inThread)).toMatch(expected);
    expect(inThread.visibleTo).toBe(alone && otherPersonId);

    const direct = { channelId: directMessageId };
    await app.answered(app.slack.writeMessage({ text: pending, ...direct }));
    const inDirect = app.slack.writeMessage({ text: phrase, ...direct });
    const directText = textOf(await app.answered(inDirect));
    expect(directText).toMatch(expected === onIt ? /You're on|Take it over\?/ : expected);

    const alongside =
      /\b(?:it|this)\b/.test(phrase) && expected !== onIt ? phrase : `${phrase} ${pending}`;
    const slash = app.slack.sendCommand({ command: '/txn', text: phrase });
    expect((await app.answered(slash)).text).toMatch(/Which transaction\?/);
    const named = app.slack.sendCommand({ command: '/txn', text: alongside });
    if (alongside !== phrase)
      expect(textOf(await app.answered(named))).toMatch(
        expected === onIt ? /You're on|Take it over\?/ : expected,
      );
  },
);

it('nobody is on what is final, or was not found', async () => {
  const take = (text: string) => app.answered(app.slack.sendCommand({ command: '/txn', text }));
  expect((await take('mine GARO-8f3k2j1')).text).toMatch(/Successful/);
  expect((await take('mine GARO-0n0n0n0')).text).toMatch(/No record/);
});

it.each([
  ['note GARO-0n0n0n0', /No record of `GARO-0n0n0n0`/],
  ['mine GARO-0n0n0n0', /No record of `GARO-0n0n0n0`/],
  ['mine GARO-5p1d6w8 GARO-8f3k2j1', /Name one of them/],
])('%j that fails is answered too, to the asker alone', async (phrase, expected) => {
  const before = app.answers().length;
  await app.slack.writeMessage({ text: `${at} ${phrase}` });
  await app.bot.inFlight.settled();
  const [answer, ...others] = app.answers().slice(before);
  expect(others).toEqual([]);
  expect(textOf(answer ?? { text: 'silence' })).toMatch(expected);
  expect(answer?.visibleTo).toBe(workspace.personId);
});
