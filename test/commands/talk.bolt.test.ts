import { workspace } from 'slack-sandbox';
import { beforeEach, expect, it } from 'vitest';
import { type AppWithSamples, runWithSamples } from '../support/run-with-samples.ts';
import { lookUpsOf } from '../support/stand-ins.ts';

const { botUserId, directMessageId, otherPersonId, personId } = workspace;
const at = `<@${botUserId}>`;
const pending = 'GARO-5p1d6w8';
let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test, { env: { ACCESS_CONTACT: 'the payments desk' } });
});

const textOf = (answer: { text: string; blocks?: unknown }) =>
  `${answer.text}\n${JSON.stringify(answer.blocks)}`;

const look = /Pending/;
const requery = /The requery says SUCCESSFUL/;
const who =
  /`GARO-5p1d6w8`: Nobody has pressed I'm On It for it\. .*Asked by <@U\w+>[\s\S]*Pending[\s\S]*"I'm On It"/;
const onIt =
  /(?:You're on )?`GARO-5p1d6w8` (?:is taken )?until[\s\S]*Pending.* · 1,250,000\.00[\s\S]*Don't resend yet/;
const note = /Note for the bank/;
const noReason =
  /The record gives no reason for its status[^\n]*a requery may: Check Again[\s\S]*Pending/;
const watching = /Watching `GARO-5p1d6w8`|You are watching `GARO-5p1d6w8`/;
const onlyReads = /I only read[\s\S]*Pending/;
const which = /Which transaction\?/;

/** `alone`: who may read the answer in a channel. */
type Row = [phrase: string, answer: RegExp, alone?: 'alone'];
/** One phrase of each kind; `reading/question.test.ts` has the other phrases of a kind. */
const talk: Row[] = [
  ['any update', look],
  ['how far', look],
  ['requery', requery],
  ['tell me when it changes', watching],
  ['who asked', who, 'alone'],
  ['did anyone check this already?', who, 'alone'],
  ['take it', onIt],
  ["ok boss, i'm on it", onIt],
  ['note for the bank', note, 'alone'],
  ['why', noReason],
  ['resend it', onlyReads],
];

/** The ways to talk to the bot; each returns its answer as one text, and who alone sees that. */
const doors = {
  async slash(text: string) {
    return app.answered(app.slack.sendCommand({ command: '/txn', text }));
  },
  async channel(text: string) {
    return app.answered(app.slack.writeMessage({ text: `${at} ${text}` }));
  },
  async direct(text: string) {
    return app.answered(app.slack.writeMessage({ text, channelId: directMessageId }));
  },
  async thread(text: string, threadTs: string) {
    return app.answered(app.slack.writeMessage({ text: `${at} ${text}`, threadTs }));
  },
  async home(text: string) {
    const shown = (type: string) => app.slack.views.findLast((view) => view.type === type);
    await app.slack.openHome({ userId: personId });
    await app.bot.inFlight.settled();
    const view = { viewId: shown('home')?.id ?? '' };
    await app.slack.typeText({ ...view, actionId: 'home:paste', userId: personId, text });
    await app.slack.pressViewButton({ ...view, actionId: 'home:ask' });
    await app.bot.inFlight.settled();
    const window = { text: '', blocks: shown('modal')?.blocks };
    await app.slack.closeView({ viewId: shown('modal')?.id ?? '' });
    return window;
  },
};

it.each<Row>(talk)('%j is understood, wherever it is asked', async (phrase, expected, alone) => {
  const begin = async (text: string) =>
    (await app.slack.writeMessage({ text, userId: otherPersonId })).message.ts;
  const expectIn = async (answer: Promise<{ text: string; blocks?: unknown }>, is = expected) =>
    expect(textOf(await answer)).toMatch(is);
  const expectInThread = async (threadTs: string) => {
    const answer = await doors.thread(phrase, threadTs);
    expect(textOf(answer)).toMatch(expected);
    expect(answer.visibleTo).toBe(alone && personId);
  };

  await app.slack.sendCommand({ command: '/txn', text: pending, userId: otherPersonId });
  await app.bot.inFlight.settled();
  await expectInThread(await begin(`${pending} is late`)); // a thread that somebody else began
  const own = await begin('a quiet day');
  await doors.thread(pending, own);
  await expectInThread(own); // below the bot's card
  await doors.direct(pending);
  await expectIn(doors.direct(phrase));

  // Nothing stands above, or it cannot be read: the person is asked, and what they name is taken.
  app.slack.setFailure('conversations.replies', {
    error: 'missing_scope',
    needed: 'channels:history',
  });
  await expectIn(doors.thread(phrase, await begin(pending)), which);
  const named = /^(?:how|e don)/.test(phrase)
    ? `${phrase} with ${pending}`
    : `${phrase} ${pending}`;
  for (const door of [doors.slash, doors.channel, doors.home]) {
    await expectIn(door(phrase), which);
    await expectIn(door(named));
  }
});

it.each([
  ['thanks boss', /Glad to help/],
  ['good morning', /Hello\. Try `\S*.*txn GARO-8f3k2j1`.*tsq 19261`.*bank zenith`/],
  ['this bot no dey work', /Sorry\. Tell the payments desk what you asked me, and when/],
  ['where do I see the transaction id?', /beside the session: transaction ID/],
  ['how many failed in the last hour?', /I can't list, search or count transactions/],
  ['is nibss down tonight? all failing', /I can't see inside a bank or network, so I don't know/],
  [
    'is NIP down?',
    /whether it is up\.(?!.*nothing open).*That says nothing about a network\. Ask with/,
  ],
  ['stop all my watches', /You're watching nothing/],
  ['who can see what I type here', /logged for audit, and workspace admins may/],
  ['is the service up?', /asked the transfer service|transfer service last answered/],
  [
    'is zenith down?',
    /I can't see inside ZENITH BANK PLC\. Asked here in the last 30 minutes: nothing/,
  ],
])('%j gets a one-line answer, wherever it is asked', async (phrase, expected) => {
  const { ts } = (await app.slack.writeMessage({ text: `${pending} is late` })).message;
  for (const door of [...Object.values(doors)])
    expect(textOf(await door(phrase, ts))).toMatch(expected);
  expect(lookUpsOf(app.service)).toEqual([]);
});

it('a bare /txn is help, and a question without a reference offers recent look-ups', async () => {
  expect(textOf(await doors.slash(''))).toMatch(/^`\/txn &lt;reference&gt;`/);
  await doors.slash(pending);
  const answer = await doors.slash('requery');
  expect(textOf(answer)).toMatch(
    /^Which transaction\?[\s\S]*You looked up:\n`GARO-5p1d6w8` · ◷ \*Pending\*/,
  );
  const asked = app.slack.pressButton({ messageId: answer.id, actionId: 'txn:run:0' });
  expect(textOf(await app.answered(asked))).toMatch(look);
  expect(textOf(await doors.channel('my lookups'))).not.toContain(pending);
  expect(textOf(await doors.direct('my lookups'))).toContain(pending);
});

it('words that nobody knows are about what the thread is about, or are offered it', async () => {
  const begun = await app.slack.writeMessage({
    text: 'GARO-8f3k2j1 and GARO-5p1d6w8 are late',
    userId: otherPersonId,
  });
  const { ts } = begun.message;
  for (const text of ['👀', 'who is the sender?', 'which time e drop, bank dey ask'])
    expect(textOf(await doors.thread(text, ts))).toMatch(
      /I don't understand .{1,70}: here is `GARO-\w{7}` and 1 more, from /,
    );

  // The table shows what is open first; people count what they pasted.
  const second = await doors.thread('the second one don resolve?', ts);
  expect(textOf(second)).toMatch(
    /Pending[\s\S]*`GARO-5p1d6w8`, from my last answer here, counted as pasted/,
  );
  expect(textOf(await doors.thread('zenith code?', ts))).toContain('000015');
  expect(textOf(await doors.thread('what is this about', await quiet()))).not.toContain('GARO-5p');

  await doors.direct(pending);
  const asked = lookUpsOf(app.service).length;
  const offered = await doors.direct('explain am for customer');
  expect(textOf(offered)).toMatch(/I don't understand[\s\S]*Look Up GARO-5p1d6w8/);
  expect(lookUpsOf(app.service)).toHaveLength(asked);

  await doors.direct('GARO-8f3k2j1 and GARO-5p1d6w8');
  const ofOne = await doors.direct('explain the second one for customer');
  expect(textOf(ofOne)).toMatch(/I don't understand[\s\S]*Look Up GARO-5p1d6w8/);
});

const quiet = async () => (await app.slack.writeMessage({ text: 'a quiet day' })).message.ts;

it.each([
  ['card 5399 4123 4567 8901 cvv 123, find am', 'a card number and a PIN or CVV'],
  ['he paid by 5500 0000 0000 0004', 'a card number'],
  ['acct 0123456789, BVN 22123456789', 'a BVN'],
  ['the pin was wrong on 4 tries', undefined],
])('%j is not to stay: %s', async (text, held) => {
  const answer = textOf(await doors.direct(text));
  if (held === undefined) expect(answer).not.toContain('Delete');
  else expect(answer).toContain(`Delete your message: it holds ${held}.`);
  expect(lookUpsOf(app.service)).toEqual([]);
});

it('Home requeries a number alone, as a direct message does', async () => {
  for (const door of [doors.home, doors.direct])
    expect(textOf(await door('19261'))).toMatch(/Requery `19261`/);
});

it('a list says how many of its rows are repeated', async () => {
  const list = 'ref\tstatus\nGARO-8f3k2j1\tx\nGARO-5p1d6w8\tx\ngaro-8f3k2j1\ty';
  expect(textOf(await doors.channel(list))).toMatch(/2 asked[\s\S]*1 duplicate/);
  const link = '<https://a.example/tx/GARO-8f3k2j1?tab=x|GARO-8f3k2j1> GARO-5p1d6w8';
  expect(textOf(await doors.channel(link))).toMatch(/^2 asked(?![\s\S]*duplicate)/);
  for (const once of ['GARO-8f3k2j1 GARO-5p1d6w8', 'GARO- 8f3k2j1 GARO-5p1d6w8'])
    expect(textOf(await doors.channel(once))).not.toContain('duplicate');
});

it.each(['got', 'received'])(
  '%j with a reference looks it up, and assigns nobody',
  async (word) => {
    expect(textOf(await doors.slash(`${word} ${pending}`))).toMatch(look);
    expect(await app.services.known.allAssignees()).toEqual([]);
  },
);

it('`who asked` finds a reference in any letter case', async () => {
  await app.slack.sendCommand({ command: '/txn', text: pending, userId: otherPersonId });
  await app.bot.inFlight.settled();
  for (const typed of ['garo-5p1d6w8', 'Garo-5P1D6W8', pending])
    expect(textOf(await doors.slash(`who asked ${typed}`))).toMatch(who);
});

it.each([
  [
    'who is on GARO-5e0r0r1',
    /^`GARO-5e0r0r1`: Nobody has pressed I'm On It[^\n]*\n`GARO-5e0r0r1`: the /,
  ],
  ['who is on GARO-0a0a0a0', /^`GARO-0a0a0a0`: Nobody has pressed I'm On It[^\n]*\nNo record of/],
  [
    'GARO-5e0r0r1 and the code of zenith',
    /^3 banks match \*zenith\*\n`GARO-5e0r0r1`: the [\s\S]*\{[^{]*ZENITH BANK PLC · `000015`/,
  ],
  ['GARO-5e0r0r1 100004240926153311119822107551', /session[^\n]*\n`GARO-5e0r0r1`: the /],
])('%j keeps what was found when the look-up fails', async (text, expected) => {
  const answer = await doors.direct(text);
  expect(textOf(answer)).toMatch(expected);
  expect(textOf(answer)).toMatch(/resend/);
});

it('who asks who is on a transaction can take it, while it is open', async () => {
  const answer = await doors.direct(`who is on ${pending}?`);
  const taken = app.slack.pressButton({ messageId: answer.id, actionId: 'txn:on-it' });
  expect(textOf(await app.answered(taken))).toMatch(/`GARO-5p1d6w8` until/);
  for (const text of [`who is on ${pending}?`, 'GARO-8f3k2j1', 'who is on GARO-8f3k2j1'])
    expect(textOf(await doors.direct(text))).not.toContain('"I\'m On It"');
});

it('a person who took a transaction with a mention is shown by name', async () => {
  await doors.channel(`mine ${pending}`);
  const card = app.slack.sendCommand({ command: '/txn', text: pending, userId: otherPersonId });
  expect(textOf(await app.answered(card))).toContain('amara is on it');
});

it('a guest does not read who asked or who is on a transaction', async () => {
  await doors.slash(`mine ${pending}`);
  app.slack.setPerson(otherPersonId, { info: { is_restricted: true } });
  const userId = otherPersonId;
  const guest = [
    'open',
    `who asked ${pending}`,
    `take over ${pending}`,
    'is the service up?',
    'thanks',
    `mine ${pending}`,
  ];
  for (const text of guest) {
    const slash = app.slack.sendCommand({ command: '/txn', text, userId });
    expect(textOf(await app.answered(slash))).toMatch(
      /^(?:`[^`]+` was not looked up\. )?I don't answer guests\. Ask the payments desk\.$/m,
    );
    const mention = app.slack.writeMessage({ text: `${at} ${text}`, userId });
    expect(textOf(await app.answered(mention))).toMatch(
      /^(?:`[^`]+` was not looked up\. )?I don't answer guests\. Ask the payments desk\.$/m,
    );
  }
  expect(await app.services.known.allAssignees()).toMatchObject([{ personId }]);
});

it('nobody can be on a transaction that is final or was not found', async () => {
  const take = (text: string) => app.answered(app.slack.sendCommand({ command: '/txn', text }));
  expect((await take('mine GARO-8f3k2j1')).text).toMatch(
    /^`GARO-8f3k2j1` looks final, so nobody is put on it\.\n[\s\S]*Successful/,
  );
  expect((await take('mine GARO-0n0n0n0')).text).toMatch(/No record/);
});

it.each<[phrase: string, answer: RegExp, alone?: string]>([
  ['note GARO-0n0n0n0', /No record of `GARO-0n0n0n0`/, workspace.personId],
  ['mine GARO-0n0n0n0', /No record of `GARO-0n0n0n0`/],
  ['mine GARO-5p1d6w8 GARO-8f3k2j1', /Name one of them/],
])('%j that cannot be stored is answered too', async (phrase, expected, alone) => {
  const before = app.answers().length;
  await app.slack.writeMessage({ text: `${at} ${phrase}` });
  await app.bot.inFlight.settled();
  const [answer, ...others] = app.answers().slice(before);
  expect(others).toEqual([]);
  expect(textOf(answer ?? { text: 'silence' })).toMatch(expected);
  expect(answer?.visibleTo).toBe(alone);
});
