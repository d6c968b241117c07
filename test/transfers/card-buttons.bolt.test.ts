import type { ShownMessage, SlackFailure } from 'slack-sandbox';
import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { holdClock } from '../support/hold-clock.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';
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

async function card(): Promise<ShownMessage> {
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  const shown = app.answers().at(-1);
  if (!shown) throw new Error('no card was shown');
  return shown;
}
const press = (message: ShownMessage, verb: string, userId?: string) =>
  app.slack.pressButton({ messageId: message.id, actionId: `txn:${verb}`, ...(userId ? { userId } : {}) });
const now = (id: string) => app.slack.messages.find((message) => message.id === id);
const json = (message: ShownMessage | undefined) => JSON.stringify(message?.blocks);

describe('Refresh', () => {
  it('asks again and replaces the card in place, saying first what has changed', async () => {
    const shown = await card();
    record = { status: 'successful', completedAt: 1_758_897_300_000 };
    await press(shown, 'refresh');
    await waitFor(() => expect(now(shown.id)?.text).toMatch(/^✓ Successful.*\npending → successful/));
    expect(app.answers()).toHaveLength(1);
    record = { status: 'successful', completedAt: 1_758_897_300_000 };
    await press(shown, 'refresh');
    await waitFor(() => expect(now(shown.id)?.text).toMatch(/^✓ Successful/));
  });

  it('asks once for a double click', async () => {
    const shown = await card();
    held = [];
    const lines = app.log.lines.length;
    const clicks = [press(shown, 'refresh'), press(shown, 'refresh')];
    await waitFor(() => expect(held).toHaveLength(1));
    await Promise.all(clicks);
    await waitFor(() => expect(app.log.lines).toHaveLength(lines + 1)); // that of the second click, which is over
    expect(held).toHaveLength(1);
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'ignored' });
    expect(app.answers()).toHaveLength(1); // and nothing is said to it
    for (const answer of held) answer();
    await waitFor(() => expect(now(shown.id)?.text).toMatch(/^◷ Pending/));
    expect(server.requests).toHaveLength(2);
  });

  it('holds up no other button of the card, nor that of another card', async () => {
    const [shown, other] = [await card(), await card()];
    held = [];
    await press(shown, 'refresh');
    await waitFor(() => expect(held).toHaveLength(1));
    await press(other, 'refresh');
    await press(shown, 'note');
    for (const answer of held) answer();
    await app.bot.inFlight.settled();
    for (const { id } of [shown, other]) expect(now(id)?.payload).not.toBe(shown.payload);
    expect(now(other.id)).not.toBe(other);
    expect(app.answers().at(-1)?.text).toMatch(/^Note for the bank/);
  });

  it('leaves the card as it is when there is no answer, and says so beside it', async () => {
    const shown = await card();
    await server.close();
    await press(shown, 'refresh');
    await waitFor(() => expect(app.answers().at(-1)?.text).toContain('could not be reached'));
    expect(now(shown.id)?.text).toMatch(/^◷ Pending/);
    server = await startServer(() => {});
  });
});

describe('Requery', () => {
  it("asks by the record's id, and says in the first line what both say", async () => {
    await press(await card(), 'requery');
    await waitFor(() =>
      expect(app.answers().at(-1)?.text).toBe('`GARO-8f3k2j1`: record *pending*; requery `19253` *SUCCESSFUL*'),
    );
    expect(server.requests.at(-1)?.url).toBe('/v1/transfer/tsq?transactionId=19253');
  });

  it('needs a record with an id', async () => {
    record = { id: null };
    const shown = await card();
    expect(json(shown)).not.toContain('txn:requery');
  });
});

describe('Share', () => {
  it('posts the card for everybody, shortened, with who shared it and a Refresh for anyone', async () => {
    record = { description: 'for Jane 0123456789', details: { phone: 'a phone number' }, channelCode: 'WEB' };
    const shown = await card();
    expect(json(shown)).toContain('Jane Doe');
    await press(shown, 'share');
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    const shared = app.answers()[1];
    expect(shared?.visibleTo).toBeUndefined();
    const text = json(shared);
    for (const whole of [
      'Successful · 25,000.00',
      'GTBANK PLC',
      '000013',
      'GARO-8f3k2j1',
      '100004240926153311119822107551',
      'J. D.',
      '••6789',
      'shared by amara',
    ])
      expect(text).toContain(whole);
    for (const hidden of [
      'Jane',
      '0123456789',
      '0001479098',
      'Garo Enterprise',
      'a phone number', // no digits: those of the time and of block ids are any
      'WEB',
      'txn:share',
    ])
      expect(text).not.toContain(hidden);

    record = { status: 'reversed' };
    if (shared) await press(shared, 'refresh', 'U0BOLA000');
    await waitFor(() => expect(now(shared?.id ?? '')?.text).toMatch(/\nsuccessful → reversed/));
    expect(json(now(shared?.id ?? ''))).not.toContain('Jane');
    expect(now(shared?.id ?? '')?.visibleTo).toBeUndefined();
  });

  it('stays shortened when it is refreshed, wherever the click seems to come from', async () => {
    const shown = await card();
    const { responseUrl } = await press(shown, 'share');
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    const [value = ''] = /\{\\"reference[^{]*\\"seen.*?\}"/.exec(json(app.answers()[1]) ?? '') ?? [];
    const click = {
      type: 'block_actions',
      user: { id: workspace.personId, team_id: workspace.teamId },
      container: { is_ephemeral: true },
      actions: [{ action_id: 'txn:refresh', value: JSON.parse(`"${value}`) }],
      response_url: responseUrl,
    };
    const form = new URLSearchParams({ payload: JSON.stringify(click) });
    expect(await send(signedPost(app.requestUrl, app.slack.signingSecret, form))).toMatchObject({ status: 200 });
    await app.bot.inFlight.settled();
    expect(json(now(shown.id))).toContain('••6789');
    expect(json(now(shown.id))).not.toMatch(/Jane|0123456789/);
  });
});

describe('Share is offered', () => {
  const { directMessageId, botUserId } = workspace;
  const isOffered = (shown: { blocks: readonly unknown[] } | undefined) => {
    const words = JSON.stringify(shown?.blocks);
    expect(words).toContain('txn:note'); // a whole card
    return words.includes('txn:share');
  };

  it('on a card in a channel, and stays there', async () => {
    const shown = await card();
    expect(isOffered(shown)).toBe(true);
    await press(shown, 'refresh');
    await waitFor(() => expect(now(shown.id)).not.toBe(shown));
    expect(isOffered(now(shown.id))).toBe(true);
  });

  it('on a card of an older txnbot, which does not say, when it is refreshed', async () => {
    const shown = await card();
    const { responseUrl } = await press(shown, 'note');
    const value = JSON.stringify({ reference: 'GARO-8f3k2j1', seen: {}, audience: 'asker' });
    const click = {
      type: 'block_actions',
      user: { id: workspace.personId, team_id: workspace.teamId },
      channel: { id: workspace.channelId },
      container: { is_ephemeral: true },
      actions: [{ action_id: 'txn:refresh', value }],
      response_url: responseUrl,
    };
    const form = new URLSearchParams({ payload: JSON.stringify(click) });
    await app.bot.inFlight.settled();
    expect(await send(signedPost(app.requestUrl, app.slack.signingSecret, form))).toMatchObject({ status: 200 });
    await app.bot.inFlight.settled();
    expect(now(shown.id)).not.toBe(shown);
    expect(isOffered(now(shown.id))).toBe(true);
  });

  it.each<[string, object]>([
    ['is shared', { is_ext_shared: true }],
    ['is about to be', { is_ext_shared: false, is_pending_ext_shared: true }],
    ['says nothing of it', { is_shared: undefined }],
  ])('in no channel where it would be refused: one that %s', async (_what, info) => {
    app.slack.setChannel(workspace.channelId, { ...info });
    const shown = await card();
    expect(isOffered(shown)).toBe(false);
    await press(shown, 'refresh');
    await waitFor(() => expect(now(shown.id)).not.toBe(shown));
    expect(isOffered(now(shown.id))).toBe(false);
  });

  it('in no channel that txnbot does not know, which is not asked about for each card', async () => {
    app.slack.setFailure('conversations.info', { error: 'channel_not_found' });
    expect(isOffered(await card())).toBe(false);
    expect(isOffered(await card())).toBe(false);
    expect(app.slack.requests.filter((request) => request === 'conversations.info')).toHaveLength(1);
  });

  it.each<[string, SlackFailure]>([
    ['fails', { status: 500 }],
    ['limits', { status: 429, headers: { 'retry-after': '30' } }],
  ])('while Slack %s, as the click is checked anew', async (_how, failure) => {
    app.slack.setFailure('conversations.info', failure);
    expect(isOffered(await card())).toBe(true);
  });

  it('when Slack does not say in time whether others read along', async () => {
    app.slack.setFailure('conversations.info', { isSilent: true });
    holdClock();
    const asked = card();
    await waitFor(() => expect(app.slack.requests).toContain('conversations.info'));
    await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(1_000);
    expect(isOffered(await asked)).toBe(true);
  });

  it('in no direct message, where nobody else reads: neither on a card nor on a refreshed one', async () => {
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1', channelId: directMessageId });
    const shown = app.answers()[0];
    expect(isOffered(shown)).toBe(false);
    if (shown) await press(shown, 'refresh');
    await waitFor(() => expect(now(shown?.id ?? '')).not.toBe(shown));
    expect(isOffered(now(shown?.id ?? ''))).toBe(false);
    await app.slack.writeMessage({ text: 'txn GARO-8f3k2j1', channelId: directMessageId });
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    expect(isOffered(app.answers()[1])).toBe(false);
  });

  it('in no window, which belongs to no channel', async () => {
    await app.slack.openHome({});
    await waitFor(() => expect(app.slack.views).toHaveLength(1));
    const place = { viewId: app.slack.views[0]?.id ?? '' };
    await app.slack.typeText({ ...place, actionId: 'home:paste', text: 'GARO-8f3k2j1' });
    await app.slack.pressViewButton({ ...place, actionId: 'home:ask' });
    await app.bot.inFlight.settled();
    expect(isOffered(app.slack.views.find(({ type }) => type === 'modal'))).toBe(false);
  });

  it('on no card that is for the asker alone because another organisation reads along', async () => {
    app.slack.setChannel(workspace.channelId, { is_ext_shared: true });
    await app.slack.writeMessage({ text: `<@${botUserId}> txn GARO-8f3k2j1` });
    await waitFor(() => expect(app.answers()).toHaveLength(1));
    const [shown] = app.answers();
    expect(isOffered(shown)).toBe(false);
    if (shown) await press(shown, 'refresh');
    await waitFor(() => expect(now(shown?.id ?? '')).not.toBe(shown));
    expect(isOffered(now(shown?.id ?? ''))).toBe(false);
  });
});

describe('Open in Full', () => {
  const posted = async (): Promise<ShownMessage> => {
    await press(await card(), 'share');
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    const shared = app.answers()[1];
    if (!shared) throw new Error('nothing was shared');
    return shared;
  };

  it('shows the whole card to the one who presses, alone, and leaves the shared one shortened', async () => {
    const shared = await posted();
    record = { status: 'successful' };
    await press(shared, 'full', workspace.otherPersonId);
    await waitFor(() => expect(app.answers()).toHaveLength(3));
    expect(app.answers()[2]).toMatchObject({
      visibleTo: workspace.otherPersonId,
      text: expect.stringMatching(/^✓ Successful/),
    });
    expect(json(app.answers()[2])).toMatch(/Jane Doe.*0123456789/);
    expect(json(app.answers()[2])).not.toContain('shortened');
    expect(now(shared.id)).toBe(shared);
    expect(app.audit.at(-1)).toMatchObject({
      user: workspace.otherPersonId,
      door: 'txn:full',
      command: 'txn',
      asked: 'GARO-8f3k2j1',
      outcome: 'answered',
    });
  });

  it('answers in the thread of an answer to a mention, and so does Requery beside it', async () => {
    const { message } = await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1` });
    await waitFor(() => expect(app.answers()).toHaveLength(1));
    const [answer] = app.answers();
    expect(json(answer)).toMatch(/"Requery".*"primary".*"Refresh".*"Open in Full"/);
    expect(json(answer)).not.toMatch(/Jane|txn:share/);
    if (answer) await press(answer, 'full');
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    if (answer) await press(answer, 'requery');
    await waitFor(() => expect(app.answers()).toHaveLength(3));
    for (const own of app.answers().slice(1))
      expect(own).toMatchObject({ visibleTo: workspace.personId, threadTs: message.ts });
    expect(json(app.answers()[1])).toContain('Jane Doe');
    expect(app.answers()[2]?.text).toMatch(/record \*pending\*; requery `19253` \*SUCCESSFUL\*$/);
  });

  it('is asked for whoever presses: a guest is refused, and nothing is looked up', async () => {
    const shared = await posted();
    const asked = server.requests.length;
    app.slack.setPerson('U0GUEST00', { info: { is_restricted: true } });
    await press(shared, 'full', 'U0GUEST00');
    await waitFor(() => expect(app.answers()).toHaveLength(3));
    expect(app.answers()[2]).toMatchObject({ visibleTo: 'U0GUEST00', text: expect.stringContaining('guests') });
    expect(server.requests).toHaveLength(asked);
  });

  it('waits for nobody else: two people who press at once are both answered', async () => {
    const shared = await posted();
    held = [];
    await press(shared, 'full');
    await press(shared, 'full', workspace.otherPersonId);
    await app.slack.pressButton({ messageId: shared.id, actionId: 'txn:full' });
    await waitFor(() => expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'ignored' })); // the second one of the first
    for (const answer of held) answer();
    await app.bot.inFlight.settled();
    const readers = app.answers().slice(2);
    expect(readers.map(({ visibleTo }) => visibleTo).sort()).toEqual(
      [workspace.personId, workspace.otherPersonId].sort(),
    );
  });

  it('is under a requery in a thread too', async () => {
    await app.slack.writeMessage({ text: `<@${workspace.botUserId}> tsq 12345698690885579` });
    await waitFor(() => expect(app.answers()).toHaveLength(1));
    requery = '{"status":"SUCCESSFUL","accountName":"Jane Doe"}';
    expect(json(app.answers()[0])).toContain('Open in Full');
    await app.slack.pressButton({ messageId: app.answers()[0]?.id ?? '', actionId: 'tsq:run:0' });
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    expect(app.answers()[1]).toMatchObject({ visibleTo: workspace.personId });
    expect(json(app.answers()[1])).toMatch(/Jane Doe.*tsq:share/);
  });
});

describe('the buttons of a requery', () => {
  const requeried = async () => {
    requery = '{"success":true,"message":"","data":{"status":"PENDING","accountName":"Jane Doe"}}';
    await app.slack.sendCommand({ command: '/tsq', text: '19261' });
    await app.bot.inFlight.settled();
    const shown = app.answers().at(-1);
    if (!shown) throw new Error('nothing was requeried');
    return shown;
  };
  const pressed = async (message: ShownMessage, verb: string) => {
    await app.slack.pressButton({ messageId: message.id, actionId: `tsq:${verb}` });
    await app.bot.inFlight.settled();
  };

  it('Refresh asks again in place', async () => {
    const shown = await requeried();
    requery = '{"status":"SUCCESSFUL"}';
    await pressed(shown, 'refresh');
    expect(now(shown.id)?.text).toBe('Requery `19261` · *SUCCESSFUL*');
    expect(app.answers()).toHaveLength(1);
  });

  it('Share posts it masked, and stays so when it is refreshed', async () => {
    await pressed(await requeried(), 'share');
    const shared = app.answers().at(-1);
    expect(shared?.visibleTo).toBeUndefined();
    if (shared) await pressed(shared, 'refresh');
    for (const read of [shared, now(shared?.id ?? '')]) {
      expect(json(read)).toMatch(/shared by amara/);
      expect(json(read)).not.toContain('Jane');
    }
  });

  it('the note and All Values are whole, for the one who presses', async () => {
    const shown = await requeried();
    await pressed(shown, 'note');
    expect(app.answers().at(-1)?.visibleTo).toBeDefined();
    expect(json(app.answers().at(-1))).toContain('Jane Doe');
    await pressed(shown, 'values');
    expect(JSON.stringify(app.slack.views[0]?.blocks)).toContain('Jane Doe');
  });
});

describe('All Fields', () => {
  it('opens at once and is filled with every field as it came', async () => {
    const shown = await card();
    record = { extra: { deep: [1, 2] }, utilityType: null };
    held = [];
    await press(shown, 'fields');
    await waitFor(() => expect(app.slack.views).toHaveLength(1));
    expect(JSON.stringify(app.slack.views[0]?.blocks)).toContain('Asking the transfer service');
    await waitFor(() => expect(held).toHaveLength(1));
    for (const answer of held) answer();
    await waitFor(() => expect(JSON.stringify(app.slack.views[0]?.blocks)).toContain('stampDuty'));
    const text = JSON.stringify(app.slack.views[0]?.blocks);
    for (const field of [
      '`userId`',
      '`745`',
      '`utilityType`',
      '`null`',
      '`netAmount`',
      '\\"deep\\"',
      '`sourceAccountNumber`',
    ])
      expect(text).toContain(field);
  });

  it('shows there when there is no answer', async () => {
    const shown = await card();
    await server.close();
    await press(shown, 'fields');
    await waitFor(() => expect(JSON.stringify(app.slack.views[0]?.blocks)).toContain('could not be reached'));
    server = await startServer(() => {});
  });
});
