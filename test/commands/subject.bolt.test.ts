import { createSlackStandIn, workspace } from 'slack-sandbox';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { holdClock } from '../support/hold-clock.ts';
import { type AppWithSamples, runWithSamples, shareTable } from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

const { botUserId, channelId, directMessageId, otherPersonId } = workspace;
const at = `<@${botUserId}>`;
let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test);
});

const write = async (text: string, more: object = {}) =>
  (await app.slack.writeMessage({ text, ...more })).message;
/** Writes, and returns the bot's answer as one text. */
const ask = async (text: string, more: object = {}) => {
  const before = app.answers().length;
  const answer = await app.answered(app.slack.writeMessage({ text, ...more }));
  expect(app.answers()).toHaveLength(before + 1);
  return `${answer.text}\n${JSON.stringify(answer.blocks)}`;
};
/** A thread that a person began, with these replies. */
const thread = async (root: string, ...replies: string[]) => {
  const { ts: threadTs } = await write(root);
  for (const text of replies) await write(text, { threadTs, userId: otherPersonId });
  return { threadTs };
};
const calls = () => app.slack.requests.filter((each) => each === 'conversations.replies').length;
const asked = () => app.audit.map((entry) => entry.asked);
const whichOne = /^Which transaction\?/;
/** In the order in which they are asked for, which is not that of their table. */
const all = 'GARO-8f3k2j1 GARO-5p1d6w8 GARO-2x9f4t7';

describe('in a thread that somebody else began', () => {
  it('a question without a reference in a thread takes that of the nearest message above', async () => {
    const { threadTs } = await thread(
      'GARO-8f3k2j1 is late',
      'and GARO-5p1d6w8, since 10:30',
      'customer is angry',
    );
    const answer = /Pending[\s\S]*`GARO-5p1d6w8`, from bisi's message above/;
    expect(await ask(at, { threadTs })).toMatch(answer);
    expect(asked().at(-1)).toBe('GARO-5p1d6w8');
  });

  it('in a thread, a bare question is about the references of the message above; several make a table', async () => {
    const attachments = [{ fallback: 'x', fields: [{ title: 'ref', value: 'GARO-2x9f4t7' }] }];
    const alert = await write('', { author: 'bot', attachments });
    expect(await ask(at, { threadTs: alert.ts })).toContain("from alerts's message above");

    const own = await write('12345698690885579 is not settled');
    expect(await ask(at, { threadTs: own.ts })).toMatch(/Requery[\s\S]*from your message above/);

    const many = Array.from({ length: 30 }, (_, index) => `GARO-10000${index + 10}`);
    const list = await write(many.join('\n'));
    expect(await ask(at, { threadTs: list.ts })).toMatch(
      /^25 of 30 asked[\s\S]*and 29 more, from your message[\s\S]*Look Up All 30/,
    );
  });

  it('a nearer message that names only an id is said to be no reference to watch', async () => {
    const { threadTs } = await thread('GARO-5p1d6w8 is late', 'id 12345698690885579 it is');
    const answer =
      /Watching `GARO-5p1d6w8`[\s\S]*`GARO-5p1d6w8`, from your message above, as `12345698690885579` is no reference/;
    expect(await ask(`${at} watch it`, { threadTs })).toMatch(answer);
  });

  it.each([
    ['GARO-2x9f4t7 too', '`GARO-2x9f4t7`, from your message above'],
    ['GARO-2x9f4t7 and GARO-6r3v8n5 too', '`GARO-2x9f4t7` and 1 more, from your message above'],
    ['customer is angry', '`GARO-5p1d6w8`, from my last answer here'],
    [`${at} help`, '`GARO-5p1d6w8`, from my last answer here'],
  ])('a question below an answer and then %j is about %s', async (newer, taken) => {
    const { threadTs } = await thread('GARO-8f3k2j1 is late');
    await ask(`${at} GARO-5p1d6w8`, { threadTs });
    await write(newer, { threadTs });
    await app.bot.inFlight.settled();
    const later = { threadTs, userId: otherPersonId };
    const read = taken.includes('your') ? taken.replace('your', "amara's") : taken;
    expect(await ask(`${at} any update?`, later)).toContain(read);
    if (newer.startsWith('GARO-2x9f4t7 too'))
      expect(await ask(`${at} take the failed one`, later)).toContain(
        '`GARO-2x9f4t7` is taken until',
      );
    app.slack.setFailure('conversations.replies', { error: 'missing_scope' });
    expect(await ask(`${at} requery`, later)).toContain('from my last answer here');
  });

  it.each<[text: string, answer: RegExp, asked: string]>([
    ['watch the pending one', /Watching `GARO-5p1d6w8`: pending/, 'GARO-5p1d6w8'],
    ['requery the failed one', /Failed.*`GARO-2x9f4t7`, from my last/s, 'GARO-2x9f4t7'],
    [
      'take the ones still pending',
      /`GARO-5p1d6w8` is taken until.*Pending.*resend yet/s,
      'GARO-5p1d6w8',
    ],
    [
      'check the open ones',
      /^2 asked.*and 1 more, from my last answer/s,
      'GARO-5p1d6w8 GARO-2x9f4t7',
    ],
    ['watch the last two', /Watching 2 of 2/, 'GARO-5p1d6w8 GARO-2x9f4t7'],
    [
      'the first one',
      /counted as pasted; in my table it is `GARO-2x9f4t7`[\s\S]*"GARO-2x9f4t7 Instead"/,
      'GARO-8f3k2j1',
    ],
    [
      'the first two',
      /counted as pasted; in my table they are `GARO-2x9f4t7`, `GARO-5p1d6w8`[\s\S]*GARO-2x9f4t7 GARO-5p1d6w8/,
      'GARO-8f3k2j1 GARO-5p1d6w8',
    ],
    ['which ones no go through', /^2 asked/, 'GARO-5p1d6w8 GARO-2x9f4t7'],
    ['watch the reversed one', /None of these was so.*only looked up all 3/, all],
    ['watch the ones wey never settle', /I can't tell which you mean/, all],
    ['watch all', /Watching 3 of 3/, all],
    ['watch the zenith one', /I can't tell which you mean, so I only looked up all 3/, all],
    ['watch all but the failed one', /I can't tell which you mean/, all],
    ['requery the fifth one', /I can't tell which you mean/, all],
  ])('below a table of several, %j is about those that it chooses', async (text, answer, about) => {
    const { threadTs } = await thread('a quiet day');
    await ask(`${at} GARO-8f3k2j1 GARO-5p1d6w8 GARO-2x9f4t7`, { threadTs });
    expect(await ask(`${at} ${text}`, { threadTs })).toMatch(answer);
    expect(asked().at(-1)).toBe(about);
    expect(await ask(`${at} requery the failed one`, { threadTs })).toMatch(/`GARO-2x9f4t7`, from/);
  });

  it('what was checked again by its button is nearer than a message before that', async () => {
    const { threadTs } = await thread('a quiet day');
    await ask(`${at} GARO-5p1d6w8`, { threadTs });
    const card = app.answers().at(-1);
    await write('GARO-2x9f4t7 too', { threadTs, userId: otherPersonId });
    await app.slack.pressButton({ messageId: card?.id ?? '', actionId: 'txn:check' });
    await app.bot.inFlight.settled();
    expect(await ask(`${at} watch it`, { threadTs })).toContain('Watching `GARO-5p1d6w8`');
  });

  it('to stop the second one does not stop the watch of the first', async () => {
    const { threadTs } = await thread('a quiet day');
    await ask(`${at} GARO-8f3k2j1 GARO-5p1d6w8`, { threadTs });
    await ask(`${at} watch the first one`, { threadTs });
    expect(await ask(`${at} stop watching the second one`, { threadTs })).toMatch(/^You watch 1/);
    expect(await ask(`${at} stop watching the first one`, { threadTs })).toContain(
      'Stopped watching `GARO-8f3k2j1`',
    );
  });

  it('"the pending one" of a message whose statuses nobody has seen looks all of them up', async () => {
    const { threadTs } = await thread('GARO-8f3k2j1 and GARO-5p1d6w8 are late');
    expect(await ask(`${at} watch the pending one`, { threadTs })).toMatch(
      /I can't tell which you mean, so I only looked up all 2/,
    );
    expect(await ask(`${at} watch the pending one`, { threadTs })).toContain(
      'Watching `GARO-5p1d6w8`: pending now',
    );
    expect(await ask(`${at} and the other one?`, { threadTs })).toContain('`GARO-8f3k2j1`, from');
  });

  it('"the other one" below one answer is another of the thread, or is asked for', async () => {
    const { threadTs } = await thread('GARO-8f3k2j1 and GARO-5p1d6w8 are late');
    await ask(`${at} GARO-5p1d6w8`, { threadTs });
    expect(await ask(`${at} and the other one?`, { threadTs })).toMatch(
      /Successful[\s\S]*`GARO-8f3k2j1`, from your message above/,
    );
    const table = await thread('a quiet day');
    await ask(`${at} GARO-5p1d6w8 GARO-8f3k2j1 GARO-2x9f4t7`, table);
    expect(await ask(`${at} and the other one?`, table)).toMatch(
      /My last answer here was about `GARO-5p1d6w8` and 2 more: paste/,
    );
    const alone = await thread('a quiet day');
    await ask(`${at} GARO-5p1d6w8`, alone);
    for (const text of ['and the other one?', 'the second one'])
      expect(await ask(`${at} ${text}`, alone)).toMatch(
        /^Which transaction\? My last answer here was about `GARO-5p1d6w8` only:(?![\s\S]*Pending)/,
      );
  });

  it('a question below a card is about that card, whoever asks; of several, the nearest', async () => {
    const { threadTs } = await thread('GARO-8f3k2j1 is late');
    await ask(`${at} GARO-5p1d6w8`, { threadTs });
    const byBisi = await ask(`${at} requery`, { threadTs, userId: otherPersonId });
    expect(byBisi).toMatch(/GARO-5p1d6w8[\s\S]*The requery says SUCCESSFUL/);
    await ask(`${at} GARO-2x9f4t7`, { threadTs, userId: otherPersonId });
    expect(await ask(`${at} any update?`, { threadTs })).toContain('`GARO-2x9f4t7`, from my last');

    const two = await thread('GARO-8f3k2j1', 'GARO-5p1d6w8 and GARO-2x9f4t7', 'pls');
    expect(await ask(`${at} status`, two)).toMatch(
      /^2 asked[\s\S]*`GARO-5p1d6w8` and 1 more, from bisi's message above/,
    );
  });

  it('a question inherits nothing from another thread, or from an answer that one person read', async () => {
    const { threadTs } = await thread('a quiet day');
    await ask(`${at} GARO-5p1d6w8`);
    await app.answered(app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' }));
    await ask('GARO-2x9f4t7', { channelId: directMessageId });
    const answer = await ask(`${at} requery`, { threadTs });
    expect(answer).toMatch(/^Which transaction\? I found no reference in the messages above/);
    expect(asked().at(-1)).toBe('comparison');
    expect(await ask(`${at} requery`, { threadTs })).toMatch(whichOne); // the sample in that answer is none
  });

  it('two people who ask in two threads at once each get the subject of theirs', async () => {
    const first = await thread('GARO-8f3k2j1 is late');
    const second = await thread('GARO-5p1d6w8 is late');
    await Promise.all([
      app.slack.writeMessage({ text: at, ...first }),
      app.slack.writeMessage({ text: at, ...second, userId: otherPersonId }),
    ]);
    await app.bot.inFlight.settled();
    const answerIn = ({ threadTs }: { threadTs: string }) =>
      app.answers().find((each) => each.threadTs === threadTs)?.text;
    expect(answerIn(first)).toMatch(/GARO-8f3k2j1`, from your message above$/);
    expect(answerIn(second)).toMatch(/GARO-5p1d6w8`, from amara's message above$/);
  });

  it('a thread of 1,000 replies is searched in its last and first messages', async () => {
    const { threadTs } = await thread('GARO-8f3k2j1 is late');
    for (let count = 0; count < 1_000; count += 1) await write(`reply ${count}`, { threadTs });
    expect(await ask(`${at} check this`, { threadTs })).toContain('`GARO-8f3k2j1`, from your');
    await write('GARO-5p1d6w8', { threadTs });
    const { threadTs: other } = await thread('no reference');
    for (let count = 0; count < 300; count += 1)
      await write(count === 100 ? 'GARO-2x9f4t7' : `reply ${count}`, { threadTs: other });
    expect(await ask(`${at} check this`, { threadTs: other })).toMatch(whichOne); // in its middle
  });

  it('stops reading a thread of messages of 40 kB each after the first', async () => {
    const long = 'the customer has waited since monday '.repeat(1_080);
    const { threadTs } = await thread('GARO-8f3k2j1', `${long} GARO-5p1d6w8`);
    expect(await ask(at, { threadTs })).toContain('`GARO-5p1d6w8`, from bisi');
    const tooLong = await thread('GARO-8f3k2j1', ...Array(8).fill(long));
    expect(await ask(`${at} requery`, tooLong)).toMatch(/^Which.* couldn't read all/);
  });

  it("reads a thread's replies when its root was deleted", async () => {
    const root = await write('GARO-8f3k2j1');
    const { ts: threadTs } = root;
    await write('GARO-5p1d6w8', { threadTs });
    const mention = await write('never mind', { threadTs });
    app.slack.deleteMessage(root.id);
    const found = await app.bot.threads.search(
      { channelId, threadTs, messageTs: mention.ts, botUserId },
      async ({ text }) => (text.includes('GARO') ? text.trim() : undefined),
    );
    expect(found).toMatchObject({ value: 'GARO-5p1d6w8', name: 'amara' });
  });

  it('a question in the thread of a shared card or table is about that', async () => {
    const card = await app.answered(
      app.slack.sendCommand({ command: '/txn', text: 'GARO-5p1d6w8' }),
    );
    const shared = await app.answered(
      app.slack.pressButton({ messageId: card.id, actionId: 'txn:share' }),
    );
    expect(await ask(`${at} any update`, { threadTs: shared.ts })).toContain(
      '`GARO-5p1d6w8`, from my message above',
    );
    const text = 'GARO-5p1d6w8 GARO-5p1d6w9';
    const table = await app.answered(app.slack.sendCommand({ command: '/txn', text }));
    await shareTable(app, table.id);
    const posted = app.answers().findLast(({ visibleTo }) => visibleTo === undefined);
    await ask(`${at} any update`, { threadTs: posted?.ts });
    expect(asked().at(-1)).toBe(text);
  });

  it.each([
    [
      { error: 'missing_scope', needed: 'channels:history' },
      /messages above without the scope `channels:history` \(tell whoever runs me\): paste/,
    ],
    [{ error: 'not_in_channel' }, /until you invite me to this channel: paste/],
    [{ error: 'channel_not_found' }, /invite me to this channel: paste/],
    [{ error: 'thread_not_found' }, /couldn't read all the messages above: paste/],
    [{ error: 'not_allowed_token_type' }, /couldn't read all the messages above/],
    [{ status: 429, headers: { 'retry-after': '60' } }, /couldn't read all/],
    [{ status: 500 }, /couldn't read all/],
  ])(
    'asks which transaction is meant when Slack refuses the thread with %j',
    async (failure, sentence) => {
      const { threadTs } = await thread('GARO-8f3k2j1');
      app.slack.setFailure('conversations.replies', failure);
      const answer = await ask(`${at} watch it`, { threadTs });
      expect(answer).toMatch(whichOne);
      expect(answer).toMatch(sentence);
      expect(app.service.requests).toEqual([]);
    },
  );

  it('asks which transaction is meant if Slack does not return the thread within two seconds', async () => {
    const { threadTs } = await thread('GARO-8f3k2j1');
    app.slack.setFailure('conversations.replies', { isSilent: true });
    holdClock();
    await write(at, { threadTs });
    await waitFor(() => expect(calls()).toBe(1));
    vi.advanceTimersByTime(2_000);
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(whichOne));
  });

  it('names no author of a message above if Slack does not say who wrote it', async () => {
    const { threadTs } = await thread('a quiet day', 'GARO-8f3k2j1');
    await ask(`${at} thanks`); // the one who asks is known
    app.slack.setFailure('users.info', { status: 500 });
    expect(await ask(at, { threadTs })).toContain('`GARO-8f3k2j1`, from a message above');
  });

  it('reads no thread for a person who may not ask', async () => {
    const { threadTs } = await thread('GARO-8f3k2j1');
    app.slack.setPerson(otherPersonId, { info: { is_restricted: true } });
    expect(await ask(at, { threadTs, userId: otherPersonId })).toContain("I don't answer guests");
    expect(calls()).toBe(0);
  });

  it('"check all of the above" is about all messages above, up to one that names several', async () => {
    const one = await thread('GARO-8f3k2j1 please', 'GARO-5p1d6w8 too', 'and GARO-2x9f4t7');
    expect(await ask(`${at} check all of the above`, one)).toMatch(
      /^3 asked[\s\S]*`GARO-8f3k2j1` and 2 more, from the messages above/,
    );
    const several = await thread('GARO-7c4m9p2', 'GARO-8f3k2j1 and GARO-5p1d6w8', 'GARO-2x9f4t7');
    expect(await ask(`${at} check all of them`, several)).toMatch(/^3 asked/);
    expect(asked().at(-1)).toBe('GARO-8f3k2j1 GARO-5p1d6w8 GARO-2x9f4t7');
  });

  it('reads no thread where the bot may not answer', async (test) => {
    const env = { ALLOWED_CHANNELS: directMessageId };
    const strict = await runWithSamples(test, { slack: app.slack, env });
    const { threadTs } = await thread('GARO-8f3k2j1');
    for (const text of ['requery', 'take over', 'who asked', 'open', 'is zenith down?']) {
      const answer = strict.answered(write(`${at} ${text}`, { threadTs }));
      expect((await answer).text).toMatch(/I don't answer here, only in the channels/);
    }
    expect(calls()).toBe(0);
  });

  it('ignores replies after the question, even if Slack ignores `latest` and omits the root', async () => {
    const { threadTs } = await thread('a quiet day');
    const message = (seconds: number, text: string, user: string = otherPersonId) => ({
      type: 'message',
      user,
      text,
      thread_ts: threadTs,
      ts: (Number(threadTs) + seconds).toFixed(6),
    });
    const all = [
      message(-2, 'GARO-8f3k2j1'),
      message(-1, 'such as GARO-2x9f4t7', botUserId),
      message(900, 'GARO-5p1d6w8'),
    ];
    const body = JSON.stringify({ ok: true, messages: all });
    const headers = { 'content-type': 'application/json' };
    app.slack.setFailure('conversations.replies', { status: 200, headers, body });
    const answer = await ask(`${at} status`, { threadTs });
    expect(answer).toMatch(/^`GARO-8f3k2j1`, from .* message above/m);
  });

  it('does not read a thread where another organisation reads along', async () => {
    app.slack.setChannel(channelId, { is_ext_shared: true });
    const { threadTs } = await thread('GARO-8f3k2j1');
    expect(await ask(at, { threadTs })).toMatch(/^Which transaction\? I don't read .* above here/);
    expect(calls()).toBe(0);
    await ask(`${at} GARO-5p1d6w8`, { threadTs });
    expect(await ask(`${at} requery`, { threadTs })).toContain('from my last answer here');
    const other = await ask(`${at} requery`, { threadTs, userId: otherPersonId });
    expect(other).toMatch(whichOne); // the answer before was for one person alone
  });
});

describe('elsewhere', () => {
  it('a bare question in a direct message is about the last answer there', async () => {
    const place = { channelId: directMessageId };
    expect(await ask('watch it, and tell me about GARO-6r3v8n5', place)).toMatch(
      /^Which transaction\? Messages above are not read here[\s\S]*Not looked up: GARO-6r3v8n5/,
    );
    await ask('GARO-8f3k2j1', place);
    await app.answered(app.slack.sendCommand({ command: '/txn', text: 'GARO-5p1d6w8', ...place }));
    await ask('bank zenith', place);
    expect(await ask('watch it', place)).toContain('GARO-5p1d6w8');
    await ask('watch GARO-2x9f4t7', place);
    await ask('GARO-5p1d6w8', place);
    expect(await ask('stop', place)).toMatch(/GARO-5p1d6w8/);
    expect(await ask('stop', place)).toMatch(/GARO-2x9f4t7/); // the one that is left
    expect(app.service.requests.length).toBeGreaterThan(0);
  });

  it("a conversation's subject is what was asked, also when the service has not answered", async () => {
    const place = { channelId: directMessageId };
    app.service.setOutage('unavailable');
    await ask('GARO-5p1d6w8', place);
    app.service.setOutage('none');
    expect(await ask('and now? check again', place)).toContain('GARO-5p1d6w8');
  });

  it('a bare question after a list asks which transaction is meant', async () => {
    const place = { channelId: directMessageId };
    await ask('GARO-5p1d6w8', place);
    const files = [{ name: 'list.csv', content: 'Reference\nGARO-8f3k2j1\n' }];
    await ask('', { ...place, files });
    expect(await ask('requery', place)).toMatch(whichOne);
  });

  it('outside threads a bare slash command asks which transaction, a bare mention gets help', async () => {
    await ask(`${at} GARO-5p1d6w8`);
    for (const text of ['requery', 'watch it', 'check this']) {
      const answer = await app.answered(app.slack.sendCommand({ command: '/txn', text }));
      expect(answer.text).toMatch(whichOne);
    }
    expect(await ask(at)).toMatch(/^`@txnbot txn/);
    expect(calls()).toBe(0);
  });
});

it("reading a private channel's thread needs the scope groups:history", async (test) => {
  const { scopes } = { scopes: ['app_mentions:read', 'chat:write', 'users:read', 'groups:read'] };
  const slack = await createSlackStandIn({
    scopes: [...scopes, 'channels:read', 'channels:history'],
  });
  slack.setChannel(channelId, { is_private: true });
  const without = await runWithSamples(test, { slack });
  const { message } = await slack.writeMessage({ text: 'GARO-8f3k2j1' });
  await without.answered(slack.writeMessage({ text: `${at} requery`, threadTs: message.ts }));
  expect(without.answers().at(-1)?.text).toContain('the scope `groups:history`');
  slack.forget();
  test.onTestFinished(slack.close);
});
