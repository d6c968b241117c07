import { createSlackStandIn, workspace } from 'slack-sandbox';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { holdClock } from '../support/hold-clock.ts';
import { runApp } from '../support/run-app.ts';
import { type AppWithSamples, runWithSamples } from '../support/run-with-samples.ts';
import { send, signedPost } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';

const direct = workspace.directMessageId;
const at = `<@${workspace.botUserId}>`;
let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test);
});

/** Writes to the bot alone. */
const say = (text: string, more: object = {}) =>
  app.slack.writeMessage({ text, channelId: direct, ...more });

/** The latest answer, once it fits, and once there are so many. */
const answered = (pattern: RegExp, count?: number) =>
  waitFor(() => {
    if (count !== undefined) expect(app.answers()).toHaveLength(count);
    const answer = app.answers().at(-1);
    expect(answer?.text).toMatch(pattern);
    return answer;
  });

it('a mention that is too long is refused, and nothing is looked up', async () => {
  await app.slack.writeMessage({ text: `${at} txn GARO-8f3k2j1`.padEnd(12_001, '.') });
  await answered(/^That is 12,001 characters long, and 12,000 is the most\./);
  expect(app.service.requests).toEqual([]);
});

it('a mention is answered whole in a direct message, with or without the mention', async () => {
  await say('txn GARO-8f3k2j1');
  const answer = await answered(/^✓ Successful/);
  expect(answer?.threadTs).toBeUndefined();
  expect(JSON.stringify(answer?.blocks)).toContain('Jane Doe');
  await say(`${at} bank zenith`);
  await answered(/match \*zenith\*/, 2);
  await say('help');
  const help = await answered(/^`txn &lt;/, 3); // as it is written there
  expect(JSON.stringify(help?.blocks)).toMatch(/CSV.*what you ask is logged/);
});

it("an example in an answer to a mention has the bot's name in Slack", async (test) => {
  const slack = await createSlackStandIn();
  slack.setIdentity({ user: 'testbot' });
  const called = await runApp({ transferApi: app.service, slack });
  test.onTestFinished(async () => {
    await called.stop();
    await slack.close();
  });
  await slack.writeMessage({ text: `${at} qwerty 12` });
  await waitFor(() =>
    expect(called.answers().at(-1)?.text).toMatch(/^I don't understand .*`@testbot help`/),
  );
});

/** An event as Slack sends it, with what the stand-in's own messages never have. */
async function deliver(event: Record<string, unknown>): Promise<void> {
  const { personId: user, teamId: team_id, botUserId } = workspace;
  const authorizations = [{ user_id: botUserId, is_bot: true }];
  const body = { type: 'event_callback', team_id, event_id: `Ev${Math.random()}`, authorizations };
  const whole = {
    ...body,
    event: { type: 'message', channel_type: 'im', channel: direct, user, team: team_id, ...event },
  };
  await send(signedPost(app.requestUrl, app.slack.signingSecret, whole));
  await app.bot.inFlight.settled();
}

/** A mention is written anew. */
const edit = (ts: string, text: string) =>
  deliver({ type: 'app_mention', text, channel: workspace.channelId, ts, edited: {} });

describe('words that are no command', () => {
  it.each([
    [`${at} is opay down since 10am?`, /^I can't see inside OPAY\..*: nothing to it\./],
    [`${at} who is 000014`, /ACCESS BANK · `000014`/],
    [
      `${at} tsq GARO-5p1d6w8`,
      /read as `@txnbot txn requery GARO-5p1d6w8`, for record and requery: `@txnbot tsq` takes transaction ids/,
    ],
    [`<@U0BISI000> see? ${at} what's the code for zenith?`, /match \*zenith\*(?![\s\S]*read as)/],
    [
      `${at} great weather`,
      /^I don't understand `great weather`\. Try `@txnbot txn .*`@txnbot bank .*`@txnbot help`/,
    ],
    [`${at}`, /^`@txnbot txn &lt;[\s\S]*@txnbot bank/],
  ])('words that are no command are answered: %s', async (text, answer) => {
    await app.slack.writeMessage({ text });
    await answered(answer);
  });

  it('a message that thanks is answered in a sentence, and asks the service nothing', async () => {
    app.service.setOutage('unavailable');
    await app.slack.writeMessage({ text: `nice one ${at} thanks` });
    await say('Great, thank you so much.');
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    for (const { text } of app.answers()) expect(text).toMatch(/^Glad to help\./);
    expect(app.audit.map(({ asked }) => asked)).toEqual(['thanks', 'thanks']); // and none of their words
    expect(app.service.requests).toEqual([]);
  });

  it('a message is read from its blocks, and from what was forwarded with it', async () => {
    const forwarded = {
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'failed: GARO-8f3k2j1' } }],
    };
    await app.slack.writeMessage({ text: `${at} check this pls`, attachments: [forwarded] });
    await answered(/^✓ Successful/);
    await say('', { attachments: [forwarded] });
    await waitFor(() => expect(app.answers()).toHaveLength(2));
  });

  it('an edited message is answered again only where it asks something else', async () => {
    const { message } = await app.slack.writeMessage({ text: `${at} txn GARO-8f3k2j1` });
    const again = (text: string) => edit(message.ts, text);
    await answered(/^✓ Successful/, 1);
    await again(`${at} txn GARO-8f3k2j1`);
    await again(`${at} please check GARO-8f3k2j1, thanks`);
    await again(`GARO-5p1d6w8 ${at} txn`);
    await again(`GARO-8f3k2j1 ${at} txn`);
    await waitFor(() => expect(app.answers()).toHaveLength(3));

    const own = await say('txn GARO-8f3k2j1');
    await waitFor(() => expect(app.answers()).toHaveLength(4));
    const change = (text: string, by: object) =>
      deliver({
        subtype: 'message_changed',
        ts: '1.1',
        message: { type: 'message', text, ts: own.message.ts, ...by },
      });
    const edited = { edited: {}, user: workspace.personId };
    await change('txn GARO-5p1d6w8', { user: workspace.personId }); // a preview of a link
    await change('txn GARO-5p1d6w8', { ...edited, bot_id: 'B0TXNBOT0' });
    await change('txn GARO-8f3k2j1', edited);
    await change('txn GARO-5p1d6w8', edited);
    await answered(/Pending/, 5);
  });

  it('an edited message is answered again if more than politeness changed', async () => {
    const { message } = await app.slack.writeMessage({ text: `${at} code for zenith` });
    const again = (text: string) => edit(message.ts, text);
    await answered(/zenith/, 1);
    await again(`${at} Code for Zenith, please`);
    await again(`${at} code for opay`);
    await answered(/OPAY/, 2);
    await again(`${at} great weather`);
    await again(`${at} great weather, please`);
    await answered(/great weather/, 3);
  });

  it('a message is answered when it has a file of which Slack states only the id', async () => {
    const files = [{ name: 'list.csv', content: 'Reference\nGARO-8f3k2j1\n' }];
    await app.slack.writeMessage({ text: 'hello', files }); // in a channel, where nobody speaks to the bot
    const [{ id } = { id: '' }] = app.slack.files;
    const byId = [{ id, file_access: 'check_file_info' }];
    await deliver({ text: '', ts: '1700000000.000200', files: byId });
    await answered(/1 reference/);
  });

  it('an answer says which files were not read, also where the message has nothing else', async () => {
    const photo = { name: 'photo.png', content: 'PNG' };
    await say('', { files: [photo] });
    await answered(/^`photo\.png` cannot be read here\. Send text, or a CSV/);
    const files = [{ name: 'list.csv', content: 'Reference\nGARO-8f3k2j1\n' }, photo];
    await say('GARO-8f3k2j1', { files });
    await answered(/✓ Successful[\s\S]*\nNot read: `list\.csv`, `photo\.png`\./);
    const messageId = app.answers().at(-1)?.id ?? '';
    await app.slack.pressButton({ messageId, actionId: 'batch:read:0' });
    await answered(/1 reference/);
    await say('please see to ab12cd too', { files });
    await waitFor(() =>
      expect(JSON.stringify(app.answers().at(-1))).toMatch(/1 reference.*Not looked up: ab12cd/),
    );
    const attachments = [{ fallback: `GARO-8f3k2j1 ${'word '.repeat(8_000)}` }];
    await deliver({ text: '', ts: '1.000300', attachments });
    await answered(/Not read: what stands behind the first 40,000 characters\./);
  });

  it.each<[string, string[]]>([
    ['no reference', ['Jane Doe.csv']],
    ['session 100004240926153311119822107551', ['Jane Doe.csv']],
    ['GARO-8f3k2j1', ['Jane Doe.pdf']],
    ['GARO-8f3k2j1', ['list.csv', 'Jane Doe.csv', 'Jane Doe.pdf']],
  ])('an answer in a channel names no file: %s in %j', async (content, names) => {
    const files = names.map((name) => ({ name, content }));
    await app.answered(app.slack.writeMessage({ text: at, files }));
    const posted = app.answers().filter(({ visibleTo }) => visibleTo === undefined);
    expect(app.answers()).toHaveLength(1);
    expect(JSON.stringify(posted)).not.toContain('Jane');
  });

  it("a message that is only a bank's name is answered with that bank", async () => {
    app.service.setOutage('unavailable');
    await say('access');
    await answered(/^I don't understand `access`\. Try /);
    await say('is opay down');
    await answered(/I can't see inside a bank/);
    app.service.setOutage('none');
    app.service.forget();
    await say('access');
    await answered(/match \*access/);
    await say('unity');
    await answered(/unity/i);
    for (const [words, found] of [
      ['is 000017 wema or polaris', /^\*000017 is WEMA BANK, not POLARIS BANK \(000008\)\*/],
      ['does 000099 belong to ecobank, kuda or wema', /^\*3 of 4 banks found/],
      ['044 is access or ecobank', /^\*2 banks found/],
      ['100004 is opay, palmpay or kuda', /^\*3 banks found/],
    ] as const) {
      await say(words);
      await answered(found);
    }
    await say('thank heavens');
    await answered(/don't understand `thank heavens`/);
    expect(app.service.requests.map(({ url }) => url)).toEqual([
      expect.stringContaining('/transfer/banks'),
    ]);
  });

  it('an answer names the words that were not looked up, also when the look-up fails', async () => {
    app.service.setOutage('unavailable');
    await say('can you check GARO-8f3k2j1 and GARO 8f3k2j2 please, it was RTX88100x');
    await waitFor(() =>
      expect(JSON.stringify(app.answers().at(-1))).toContain('Not looked up: RTX88100x'),
    );
    expect(app.audit.map(({ asked }) => asked)).toContain('GARO-8f3k2j1 GARO-8f3k2j2');
  });
});

const lookUp = async (text: string, more: object = {}) => {
  const { message } = await app.slack.writeMessage({ text, author: 'bot', ...more });
  await app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  await waitFor(() =>
    expect(app.answers().filter(({ via }) => via === 'response_url')).toHaveLength(1),
  );
  return { message, answer: app.answers().at(-1) };
};

it('the message shortcut looks up all references of an alert in its thread, and offers the rest', async () => {
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: 'stuck: `GARO-5p1d6w8`, not RTX88100x' } },
  ];
  const attachments = [{ fallback: 'x', fields: [{ title: 'ref', value: 'GARO-2x9f4t7' }] }];
  const root = await app.slack.writeMessage({ text: 'an incident' });
  const { answer } = await lookUp('ALERT 12345698690885579', {
    blocks,
    attachments,
    threadTs: root.message.ts,
  });
  expect(answer).toMatchObject({
    text: expect.stringMatching(/^3 asked: /),
    threadTs: root.message.ts,
  });
  const asked = app.service.requests.map(({ url }) => url.split('/').at(-1));
  expect(asked.sort()).toEqual([
    'GARO-2x9f4t7',
    'GARO-5p1d6w8',
    'tsq?transactionId=12345698690885579',
  ]);
  const shown = JSON.stringify(answer?.blocks);
  expect(shown).toMatch(/Not looked up: RTX88100x/);
  await app.slack.pressButton({ messageId: answer?.id ?? '', actionId: 'txn:run:20' });
  await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^No record of `RTX88100x`/));
});

it('never looks up or repeats a key or card number, and warns of it, at every route', async () => {
  const key = 'sk_live_9f8e7d6c5b4a3928';
  const card = '5500000000000004';
  const text = `${at} ${key} password=hunter2024`;
  const { message } = await app.slack.writeMessage({ text });
  await answered(/^I found no reference/, 1);
  await say(`requery ${card}`);
  await answered(/looks like a card number/, 2);
  await app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  await answered(/^I found no reference/, 3);
  const ask = (command: string, text: string) =>
    app.answered(app.slack.sendCommand({ command, text }));
  await ask('/txn', `"${card}"`);
  await ask('/tsq', card);
  await ask('/tsq', key);
  await ask('/bank', key);
  await ask('/txn', `watch ${key}`);
  await ask('/txn', 'watch 08012345678');
  await ask('/txn', `curl -H "Authorization: Bearer ${key}" https://x.example/GARO-5p1d6w8`);
  const sent = app.service.requests.map(({ url }) => url.split('/').at(-1));
  expect(sent.filter((each) => each !== 'banks')).toEqual(['GARO-5p1d6w8']);
  const shown = app.answers().map(({ blocks, text }) => JSON.stringify([text, blocks]));
  for (const answer of shown)
    expect(answer).toMatch(/looks like a (?:secret key: revoke it|card number|phone number)/);
  const kept = JSON.stringify([shown, app.audit]);
  for (const part of [key, card, 'hunter2024']) expect(kept).not.toContain(part);
});

it.each([
  [
    'Unsettled: WEMA-700001\nhttps://wiki.example.com/000123456',
    /^I found no reference/,
    ['Look Up WEMA-700001'],
  ],
  [
    'Good morning everybody, see https://GARO-8f3k2j1.example.com',
    /^I found no reference in this message\. Ask with/,
    [],
  ],
  ['', /scan\.png/, [], { files: [{ name: 'scan.png', content: 'x' }] }],
])(
  'the message shortcut offers what could be a reference, and looks nothing up: %j',
  async (text, said, offered, more?) => {
    const { answer } = await lookUp(text, more);
    expect(answer?.text).toMatch(said);
    expect(JSON.stringify(answer?.blocks).match(/Look Up [\w-]+/g) ?? []).toEqual(offered);
    expect(app.service.requests).toEqual([]);
  },
);

const picker = () => app.slack.views.find(({ title }) => title === 'Find a Bank Code');
const search = (value: string) =>
  app.slack.typeahead({
    viewId: picker()?.id ?? '',
    blockId: 'search',
    actionId: 'bank:pick',
    value,
  });

it('the bank picker opens from anywhere, and offers as one types without asking anybody', async () => {
  await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' });
  await waitFor(() => expect(picker()).toBeDefined());
  await search('zen');
  const asked = app.slack.requests.length;
  for (const typed of ['zeni', 'zenit']) expect((await search(typed)).options).not.toEqual([]);
  expect(app.slack.requests).toHaveLength(asked);
  const { options } = await search('zenith');
  expect(options[0]).toMatchObject({ text: 'ZENITH BANK PLC · 000015', value: '000015' });
  expect(app.service.requests).toHaveLength(1);
});

it('the bank picker opens before access is checked, and shows a refusal inside', async () => {
  const userId = 'U0GUEST00';
  app.slack.setPerson(userId, { info: { is_restricted: true } });
  const { promise: until, resolve: say } = withResolvers<void>();
  app.slack.setFailure('users.info', { until });
  holdClock();
  const opened = app.slack.runGlobalShortcut({ callbackId: 'find_bank_code', userId });
  await waitFor(() => expect(app.slack.requests).toContain('users.info'));
  vi.advanceTimersByTime(2_000);
  await waitFor(() => expect(JSON.stringify(picker()?.blocks)).toContain('bank:pick'));
  say();
  await opened;
  await app.bot.inFlight.settled();
  const shown = JSON.stringify(app.slack.views[0]?.blocks);
  expect(shown).toContain("I don't answer guests");
  expect(shown).not.toContain('bank:pick');
});

it('the bank picker offers nothing while the bank list cannot be had', async () => {
  app.service.setOutage('unavailable');
  await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' });
  await waitFor(() => expect(picker()).toBeDefined());
  expect((await search('zenith')).options).toEqual([]);
});
