import type { ShownMessage, SlackFailure } from 'slack-sandbox';
import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { holdClock } from '../support/hold-clock.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { pressOf, sendForged } from '../support/send-forged.ts';
import { waitFor } from '../support/wait-for.ts';

/** A transfer service whose record changes while one watches, and that can be held back. */
let record: Record<string, unknown>;
let requery: string;
let held: (() => void)[] | undefined;
let server: TestServer;
let app: RunningApp;

beforeEach(async () => {
  record = { status: 'pending' };
  requery = '{"status":"SUCCESSFUL"}';
  held = undefined;
  server = await startServer((request, response) => {
    const answer = () => response.end(request.url?.includes('tsq') ? requery : transactionBody(record));
    if (held) held.push(answer);
    else answer();
  });
  app = await runApp({ transferApi: { baseUrl: server.url } });
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await server.close();
});

const last = (): ShownMessage => app.answers().at(-1) ?? expect.fail('nothing was answered');
const now = ({ id }: ShownMessage) => app.slack.messages.find((message) => message.id === id) ?? expect.fail();
const json = (message: ShownMessage) => JSON.stringify(message.blocks);
const reference = 'GARO-8f3k2j1';

const ask = async (command = '/txn', text = reference, channelId: string = workspace.channelId) => {
  await app.slack.sendCommand({ command, text, channelId });
  await app.bot.inFlight.settled();
  return last();
};
const mention = async (text: string) => {
  const { message } = await app.slack.writeMessage({ text: `<@${workspace.botUserId}> ${text}` });
  await app.bot.inFlight.settled();
  return message;
};
/** Presses, and leaves the answer on its way. */
const click = ({ id: messageId }: ShownMessage, actionId: string, userId: string = workspace.personId) =>
  app.slack.pressButton({ messageId, actionId, userId });
/** Presses, and returns the last message when it is answered. */
const press = async (...args: Parameters<typeof click>) => {
  await click(...args);
  await app.bot.inFlight.settled();
  return last();
};
const answerAll = async () => {
  for (const answer of held ?? []) answer();
  await app.bot.inFlight.settled();
};

describe('Refresh', () => {
  it('asks again and replaces the card in place, saying first what has changed', async () => {
    const shown = await ask();
    record = { status: 'successful', completedAt: 1_758_897_300_000 };
    await press(shown, 'txn:refresh');
    expect(now(shown).text).toMatch(/^✓ Successful.*\npending → successful/);
    await press(shown, 'txn:refresh');
    expect(now(shown).text).toMatch(/^✓ Successful[^\n]*$/);
    expect(app.answers()).toHaveLength(1);
  });

  it('asks once for a double click, and says nothing to the second', async () => {
    const shown = await ask();
    held = [];
    const lines = app.log.lines.length;
    const clicks = [click(shown, 'txn:refresh'), click(shown, 'txn:refresh')];
    await waitFor(() => expect(held).toHaveLength(1));
    await Promise.all(clicks);
    await waitFor(() => expect(app.log.lines).toHaveLength(lines + 1)); // that of the second click, which is over
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'ignored' });
    expect(app.answers()).toHaveLength(1);
    await answerAll();
    expect(now(shown)).not.toBe(shown);
    expect(server.requests).toHaveLength(2);
  });

  it('holds up no other button of the card, nor that of another card', async () => {
    const [shown, other] = [await ask(), await ask()];
    held = [];
    await click(shown, 'txn:refresh');
    await waitFor(() => expect(held).toHaveLength(1));
    await click(other, 'txn:refresh');
    await click(shown, 'txn:note');
    await answerAll();
    for (const each of [shown, other]) expect(now(each)).not.toBe(each);
    expect(last().text).toMatch(/^Note for the bank/);
  });

  it('leaves the card as it is when there is no answer, and says so beside it', async () => {
    const shown = await ask();
    await server.close();
    expect((await press(shown, 'txn:refresh')).text).toContain('could not be reached');
    expect(now(shown)).toBe(shown);
    server = await startServer(() => {});
  });
});

it("Requery asks by the record's id, and says in the first line what both say", async () => {
  const { text } = await press(await ask(), 'txn:requery');
  expect(text).toBe('`GARO-8f3k2j1`: record *pending*; requery `19253` *SUCCESSFUL*');
  expect(server.requests.at(-1)?.url).toBe('/v1/transfer/tsq?transactionId=19253');
});

describe('Share', () => {
  it('posts the card for everybody, shortened, with who shared it and a Refresh for anyone', async () => {
    record = { description: 'for Jane 0123456789', details: { phone: 'a phone number' }, channelCode: 'WEB' };
    const shown = await ask();
    expect(json(shown)).toContain('Jane Doe');
    const shared = await press(shown, 'txn:share');
    expect(shared.visibleTo).toBeUndefined();
    const open = ['Successful · 25,000.00', 'GTBANK PLC', '000013', reference, '100004240926153311119822107551'];
    const words = [...open, 'J. D.', '••6789', 'shared by amara'];
    expect(words.filter((word) => !json(shared).includes(word))).toEqual([]);
    expect(json(shared)).not.toMatch(/Jane|0123456789|0001479098|Garo Enterprise|a phone number|WEB|txn:share/);

    record = { status: 'reversed' };
    await press(shared, 'txn:refresh', workspace.otherPersonId);
    expect(now(shared).text).toMatch(/\nsuccessful → reversed/);
    expect(json(now(shared))).not.toContain('Jane');
    expect(now(shared).visibleTo).toBeUndefined();
  });

  it('stays shortened when it is refreshed, wherever the click seems to come from', async () => {
    const shown = await ask();
    const { responseUrl } = await click(shown, 'txn:share');
    await app.bot.inFlight.settled();
    const value = JSON.stringify({ reference, seen: {}, audience: 'channel' });
    const forged = { ...pressOf({ action_id: 'txn:refresh', value }), response_url: responseUrl };
    expect(await sendForged(app, forged)).toMatchObject({ status: 200 });
    await app.bot.inFlight.settled();
    expect(json(now(shown))).toContain('••6789');
    expect(json(now(shown))).not.toMatch(/Jane|0123456789/);
  });
});

describe('Share is offered', () => {
  const isOffered = (shown: ShownMessage) => {
    expect(json(shown)).toContain('txn:note'); // a whole card
    return json(shown).includes('txn:share');
  };
  /** Whether it is offered on a card, and on the same one refreshed. */
  const offers = async (shown: ShownMessage) => {
    await press(shown, 'txn:refresh');
    expect(now(shown)).not.toBe(shown);
    return [isOffered(shown), isOffered(now(shown))];
  };

  it('on a card in a channel, and stays there', async () => {
    expect(await offers(await ask())).toEqual([true, true]);
  });

  it('on a card of an older txnbot, which does not say, when it is refreshed', async () => {
    const shown = await ask();
    const { responseUrl } = await click(shown, 'txn:note');
    await app.bot.inFlight.settled();
    const value = JSON.stringify({ reference, seen: {}, audience: 'asker' });
    await sendForged(app, { ...pressOf({ action_id: 'txn:refresh', value }), response_url: responseUrl });
    await app.bot.inFlight.settled();
    expect(now(shown)).not.toBe(shown);
    expect(isOffered(now(shown))).toBe(true);
  });

  it.each<[string, object]>([
    ['is shared', { is_ext_shared: true }],
    ['is about to be', { is_ext_shared: false, is_pending_ext_shared: true }],
    ['says nothing of it', { is_shared: undefined }],
  ])('in no channel where it would be refused: one that %s', async (_what, info) => {
    app.slack.setChannel(workspace.channelId, { ...info });
    expect(await offers(await ask())).toEqual([false, false]);
  });

  it('in no channel that txnbot does not know, which is not asked about for each card', async () => {
    app.slack.setFailure('conversations.info', { error: 'channel_not_found' });
    expect([isOffered(await ask()), isOffered(await ask())]).toEqual([false, false]);
    expect(app.slack.requests.filter((request) => request === 'conversations.info')).toHaveLength(1);
  });

  it.each<SlackFailure>([{ status: 500 }, { status: 429, headers: { 'retry-after': '30' } }])(
    'while Slack fails with %j, as the click is checked anew',
    async (failure) => {
      app.slack.setFailure('conversations.info', failure);
      expect(isOffered(await ask())).toBe(true);
    },
  );

  it('when Slack does not say in time whether others read along', async () => {
    app.slack.setFailure('conversations.info', { isSilent: true });
    holdClock();
    const asked = ask();
    await waitFor(() => expect(app.slack.requests).toContain('conversations.info'));
    await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(1_000);
    expect(isOffered(await asked)).toBe(true);
  });

  it('in no direct message, where nobody else reads', async () => {
    expect(await offers(await ask('/txn', reference, workspace.directMessageId))).toEqual([false, false]);
    await app.slack.writeMessage({ text: `txn ${reference}`, channelId: workspace.directMessageId });
    await app.bot.inFlight.settled();
    expect(isOffered(last())).toBe(false);
  });

  it('in no window, which belongs to no channel', async () => {
    await app.slack.openHome({});
    await app.bot.inFlight.settled();
    const place = { viewId: app.slack.views[0]?.id ?? '' };
    await app.slack.typeText({ ...place, actionId: 'home:paste', text: reference });
    await app.slack.pressViewButton({ ...place, actionId: 'home:ask' });
    await app.bot.inFlight.settled();
    const shown = JSON.stringify(app.slack.views.find(({ type }) => type === 'modal')?.blocks);
    expect(shown).toContain('txn:note');
    expect(shown).not.toContain('txn:share');
  });

  it('on no card that is for the asker alone because another organisation reads along', async () => {
    app.slack.setChannel(workspace.channelId, { is_ext_shared: true });
    await mention(`txn ${reference}`);
    expect(await offers(last())).toEqual([false, false]);
  });
});

describe('Open in Full', () => {
  it('shows the whole card to the one who presses, alone, and leaves the shared one shortened', async () => {
    const shared = await press(await ask(), 'txn:share');
    record = { status: 'successful' };
    const full = await press(shared, 'txn:full', workspace.otherPersonId);
    expect(full).toMatchObject({ visibleTo: workspace.otherPersonId, text: expect.stringMatching(/^✓ Successful/) });
    expect(json(full)).toMatch(/Jane Doe.*0123456789/);
    expect(json(full)).not.toContain('shortened');
    expect(now(shared)).toBe(shared);
    const asked = { command: 'txn', asked: reference, outcome: 'answered' };
    expect(app.audit.at(-1)).toMatchObject({ ...asked, user: workspace.otherPersonId, door: 'txn:full' });
  });

  it('answers in the thread of an answer to a mention, and so does Requery beside it', async () => {
    const { ts: threadTs } = await mention(`txn ${reference}`);
    const answer = last();
    expect(json(answer)).toMatch(/"Requery".*"primary".*"Refresh".*"Open in Full"/);
    expect(json(answer)).not.toMatch(/Jane|txn:share/);
    const own = [await press(answer, 'txn:full'), await press(answer, 'txn:requery')];
    expect(own).toMatchObject(own.map(() => ({ visibleTo: workspace.personId, threadTs })));
    expect(own.map(json)).toEqual([expect.stringContaining('Jane Doe'), expect.stringContaining('SUCCESSFUL')]);
  });

  it('is asked for whoever presses: a guest is refused, and nothing is looked up', async () => {
    const shared = await press(await ask(), 'txn:share');
    const asked = server.requests.length;
    app.slack.setPerson('U0GUEST00', { info: { is_restricted: true } });
    const refused = await press(shared, 'txn:full', 'U0GUEST00');
    expect(refused).toMatchObject({ visibleTo: 'U0GUEST00', text: expect.stringContaining('guests') });
    expect(server.requests).toHaveLength(asked);
  });

  it('waits for nobody else: two people who press at once are both answered', async () => {
    const shared = await press(await ask(), 'txn:share');
    held = [];
    await click(shared, 'txn:full');
    await click(shared, 'txn:full', workspace.otherPersonId);
    await click(shared, 'txn:full');
    await waitFor(() => expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'ignored' })); // the second one of the first
    await answerAll();
    const readers = app.answers().slice(2);
    expect(new Set(readers.map(({ visibleTo }) => visibleTo))).toEqual(
      new Set([workspace.personId, workspace.otherPersonId]),
    );
    expect(readers).toHaveLength(2);
  });
});

describe('the buttons of a requery', () => {
  beforeEach(() => {
    requery = '{"success":true,"message":"","data":{"status":"PENDING","accountName":"Jane Doe"}}';
  });

  it('Refresh asks again in place', async () => {
    const shown = await ask('/tsq', '19261');
    requery = '{"status":"SUCCESSFUL"}';
    await press(shown, 'tsq:refresh');
    expect(now(shown).text).toBe('Requery `19261` · *SUCCESSFUL*');
    expect(app.answers()).toHaveLength(1);
  });

  it('Share posts it masked, and stays so when it is refreshed', async () => {
    const shared = await press(await ask('/tsq', '19261'), 'tsq:share');
    expect(shared.visibleTo).toBeUndefined();
    await press(shared, 'tsq:refresh');
    for (const read of [shared, now(shared)]) {
      expect(json(read)).toMatch(/shared by amara/);
      expect(json(read)).not.toContain('Jane');
    }
  });

  it('the note and All Values are whole, for the one who presses, and so is Open in Full in a thread', async () => {
    const shown = await ask('/tsq', '19261');
    const note = await press(shown, 'tsq:note');
    expect(note.visibleTo).toBeDefined();
    expect(json(note)).toContain('Jane Doe');
    await press(shown, 'tsq:values');
    expect(JSON.stringify(app.slack.views[0]?.blocks)).toContain('Jane Doe');
    await mention('tsq 12345698690885579');
    const masked = last();
    expect(json(masked)).toContain('Open in Full');
    const full = await press(masked, 'tsq:run:0');
    expect(full.visibleTo).toBe(workspace.personId);
    expect(json(full)).toMatch(/Jane Doe.*tsq:share/);
  });
});

describe('All Fields', () => {
  const view = () => JSON.stringify(app.slack.views[0]?.blocks);

  it('opens at once and is filled with every field as it came', async () => {
    const shown = await ask();
    record = { extra: { deep: [1, 2] }, utilityType: null };
    held = [];
    await click(shown, 'txn:fields');
    await waitFor(() => expect(held).toHaveLength(1));
    expect(view()).toContain('Asking the transfer service');
    await answerAll();
    const fields = [
      '`userId`',
      '`745`',
      '`utilityType`',
      '`null`',
      '`netAmount`',
      '\\"deep\\"',
      '`sourceAccountNumber`',
    ];
    expect(['stampDuty', ...fields].filter((field) => !view().includes(field))).toEqual([]);
  });

  it('shows there when there is no answer', async () => {
    const shown = await ask();
    await server.close();
    await press(shown, 'txn:fields');
    expect(view()).toContain('could not be reached');
    server = await startServer(() => {});
  });
});
