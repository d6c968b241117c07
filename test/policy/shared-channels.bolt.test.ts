import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDoors } from '../support/doors.ts';
import { holdClock } from '../support/hold-clock.ts';
import { openMore, shareTable } from '../support/more-window.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** Two organisations in one channel: ours are answered for themselves, and nothing is posted there. */
const { channelId, directMessageId, otherChannelId, personId, otherPersonId, botUserId } = workspace;
const mention = { text: `<@${botUserId}> txn GARO-8f3k2j1` };
const sentence = /Nothing is posted here\. .* (?:shared with another organisation or workspace|invite the bot)/;
let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  service = await createSampleTransferService({ slowMs: 2600 });
  app = await runApp({ transferApi: service });
});
afterEach(async () => {
  await app.stop();
  await service.close();
});
const alone = /Only you can see this[:.] /;
const share = () => app.slack.setChannel(channelId, { is_ext_shared: true });
const posted = () => app.answers().filter(({ visibleTo }) => visibleTo === undefined);
const last = () => app.answers().at(-1);
const refused = async () => {
  const line = { outcome: 'refused', rule: 'shared_channel' };
  await waitFor(() => expect(app.log.entries().at(-1)).toMatchObject(line));
  await app.bot.inFlight.settled();
};
const answered = async () => {
  await waitFor(() => expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'answered' }));
  await app.bot.inFlight.settled();
};

async function card() {
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  return { messageId: last()?.id ?? '' };
}

describe('in a channel that another organisation shares', () => {
  it('a command is answered to the one who asked', async () => {
    share();
    await card();
    expect(last()).toMatchObject({ visibleTo: personId, text: expect.stringMatching(/^✓ Successful/) });
  });

  it.each<[string, object]>([
    ['is shared', { is_ext_shared: true }],
    ['is about to be', { is_ext_shared: false, is_pending_ext_shared: true }],
    ['says nothing of it', { is_shared: undefined }],
  ])('a mention is answered whole to the asker alone, who reads why: the channel %s', async (_what, info) => {
    app.slack.setChannel(channelId, { ...info });
    await app.slack.writeMessage(mention);
    await answered();
    expect(posted()).toEqual([]);
    expect(last()).toMatchObject({ visibleTo: personId, text: expect.stringMatching(/^✓ Successful/) });
    expect(JSON.stringify(last()?.blocks)).toMatch(/Jane Doe.*0123456789.*Only you can see this/);
    expect(JSON.stringify(last()?.blocks)).not.toContain('shortened');
    expect(last()?.text).toMatch(alone);
    // Slack shows an ephemeral message only in a thread that is there.
    expect(last()?.threadTs).toBeUndefined();
    expect(app.audit).toEqual([expect.objectContaining({ outcome: 'answered', asked: 'GARO-8f3k2j1' })]);
  });

  it('a mention is, too, while Slack cannot be asked about the channel', async () => {
    app.slack.setFailure('conversations.info', { status: 500 });
    await app.slack.writeMessage(mention);
    await answered();
    expect(last()).toMatchObject({ visibleTo: personId, text: expect.stringMatching(/^✓ Successful/) });
  });

  it('a mention in a thread is answered in that thread', async () => {
    share();
    const { message } = await app.slack.writeMessage({ text: 'an incident' });
    await app.slack.writeMessage({ ...mention, threadTs: message.ts });
    await answered();
    expect(last()).toMatchObject({ visibleTo: personId, threadTs: message.ts });
  });

  it.each([
    ['', /^`@txnbot txn &lt;/],
    ['help', /^`@txnbot txn &lt;/],
    ['txn help', /^`@txnbot txn &lt;/],
    ['txn', /^Look up one transaction/],
    ['txn GARO-0n0f0u1', /^No record of/],
    ['good morning', /^`@txnbot txn &lt;/],
  ])('so is the mention %j', async (words, text) => {
    share();
    await app.slack.writeMessage({ text: `<@${botUserId}> ${words}` });
    await app.bot.inFlight.settled();
    expect(posted()).toEqual([]);
    expect(last()).toMatchObject({ visibleTo: personId, text: expect.stringMatching(text) });
    expect(last()?.text).toMatch(alone);
    expect(JSON.stringify(last()?.blocks)).not.toContain('Everybody in the thread');
  });

  it('who may not ask is refused, and reads nothing of why else it would be for them alone', async () => {
    share();
    app.slack.setPerson(personId, { teamId: 'T0PARTNER', info: { team_id: 'T0PARTNER' } });
    await app.slack.writeMessage(mention);
    await app.bot.inFlight.settled();
    expect(last()).toMatchObject({ visibleTo: personId, text: expect.stringContaining('only members') });
    expect(last()?.text).not.toMatch(alone);
    expect(service.requests).toEqual([]);
  });

  it('what Slack said minutes ago does not count against what the event says', async () => {
    await app.slack.writeMessage(mention);
    await waitFor(() => expect(posted()).toHaveLength(1));
    share();
    await app.slack.writeMessage(mention);
    await answered();
    expect(posted()).toHaveLength(1);
    expect(last()).toMatchObject({ visibleTo: personId, text: expect.stringMatching(alone) });
  });

  it('Share of a card is refused, and Refresh of a shared one answers whoever clicks', async () => {
    const place = await card();
    await app.slack.pressButton({ ...place, actionId: 'txn:share' });
    await waitFor(() => expect(posted()).toHaveLength(1));
    const shown = posted()[0];
    const other = await runApp({ slack: app.slack, transferApi: service });
    share();
    const lines = () => other.log.entries().filter(({ rule }) => rule === 'shared_channel');
    await app.slack.pressButton({ ...place, actionId: 'txn:share' });
    await waitFor(() => expect(lines()).toHaveLength(1));
    await other.bot.inFlight.settled();
    expect(last()?.text).toMatch(sentence);
    await app.slack.pressButton({ messageId: shown?.id ?? '', actionId: 'txn:refresh', userId: otherPersonId });
    await other.bot.inFlight.settled();
    expect(posted()).toEqual([shown]);
    expect(last()).toMatchObject({ visibleTo: otherPersonId, text: expect.stringMatching(/^✓ Successful.*Only you/s) });
    // The card of one's own is refreshed as ever.
    await app.slack.pressButton({ ...place, actionId: 'txn:refresh' });
    await other.bot.inFlight.settled();
    expect(lines()).toHaveLength(1);
    await other.stop();
  });

  it('Share of a table is refused, and Refresh All of a shared one answers whoever clicks', async () => {
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1 GARO-5p1d6w8' });
    await app.bot.inFlight.settled();
    const messageId = last()?.id ?? '';
    await shareTable(app, messageId);
    expect(posted()).toHaveLength(1);
    const shown = posted()[0];
    const window = await openMore(app, messageId);
    const other = await runApp({ slack: app.slack, transferApi: service });
    share();
    await app.slack.submitView(window);
    await app.slack.pressButton({ messageId: shown?.id ?? '', actionId: 'txn:refresh-all', userId: otherPersonId });
    await waitFor(() => expect(other.log.entries().filter(({ rule }) => rule === 'shared_channel')).toHaveLength(1));
    await other.bot.inFlight.settled();
    expect(posted()).toEqual([shown]);
    expect(app.answers()).toContainEqual(
      expect.objectContaining({ visibleTo: otherPersonId, text: expect.stringMatching(/^2 asked.*Only you/s) }),
    );
    // What one person reads is requeried and refreshed as ever.
    for (const actionId of ['tsq:requery-all', 'txn:refresh-all']) {
      await app.slack.pressButton({ messageId, actionId });
      await other.bot.inFlight.settled();
      expect(other.log.entries().at(-1)).toMatchObject({ outcome: 'answered' });
    }
    expect(posted()).toEqual([shown]);
    await other.stop();
  });

  it('no bank is posted from the picker either', async () => {
    share();
    const door = createDoors({ slack: app.slack })['view bank:post'];
    await door.knock({ messageId: '', viewId: '', ...(await door.prepare()) });
    await refused();
    expect(posted()).toEqual([]);
    expect(last()).toMatchObject({ visibleTo: personId, text: expect.stringMatching(sentence) });
  });

  it('nobody else reads a line that says to wait, or that txnbot restarts', async () => {
    share();
    holdClock();
    const { promise: until, resolve: say } = withResolvers();
    app.slack.setFailure('users.info', { until }, 1);
    const asked = app.slack.writeMessage(mention);
    await waitFor(() => expect(app.slack.requests).toContain('users.info'));
    vi.advanceTimersByTime(2_300);
    await waitFor(() => expect(last()?.text).toMatch(/^Still waiting/));
    say();
    await answered();
    await asked;
    app.bot.inFlight.stop();
    await app.slack.writeMessage(mention);
    await waitFor(() => expect(last()?.text).toContain('just restarting'));
    expect(last()?.text).not.toMatch(alone);
    expect(app.answers().map(({ visibleTo }) => visibleTo)).toEqual(Array(3).fill(personId));
  });
});

describe('in a direct message with txnbot', () => {
  const post = async () => {
    const { prepare, knock } = createDoors({ slack: app.slack })['view bank:post'];
    const place = { messageId: '', viewId: '', ...(await prepare()) };
    const option = { conversation: directMessageId };
    await app.slack.select({ ...place, blockId: 'post', actionId: 'bank:conversation', option });
    await knock(place);
  };

  it('a bank is posted, though Slack says nothing of who shares it', async () => {
    await post();
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(last()).toMatchObject({ channelId: directMessageId, text: expect.stringContaining('ZENITH') });
  });

  it('none is, when the token may not ask Slack about direct messages', async () => {
    app.slack.setFailure('conversations.info', { error: 'missing_scope', needed: 'im:read' });
    await post();
    await refused();
    expect(posted()).toEqual([]);
    expect(last()?.text).toMatch(sentence);
  });
});

describe('in a channel that txnbot does not know', () => {
  it('nothing is posted, and the person hears why', async () => {
    // A card is drawn, and then txnbot is removed: asked anew each time, because somebody may invite it meanwhile.
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1', channelId: otherChannelId });
    const place = { messageId: last()?.id ?? '', actionId: 'txn:share' };
    const other = await runApp({ slack: app.slack, transferApi: service });
    const shared = () => other.log.entries().at(-1);
    app.slack.setFailure('conversations.info', { error: 'channel_not_found' }, 1);
    await app.slack.pressButton(place);
    await waitFor(() => expect(shared()).toMatchObject({ outcome: 'refused', rule: 'shared_channel' }));
    await other.bot.inFlight.settled();
    expect(posted()).toEqual([]);
    expect(last()?.text).toMatch(sentence);
    await app.slack.pressButton(place);
    await waitFor(() => expect(posted()).toHaveLength(1));
    await other.stop();
  });
});

describe('a click', () => {
  it('is the clicker’s: authorised by who they are, and shown to them', async () => {
    await app.slack.pressButton({ ...(await card()), actionId: 'txn:share' });
    await waitFor(() => expect(posted()).toHaveLength(1));
    const messageId = posted()[0]?.id ?? '';
    const refresh = (userId: string) => app.slack.pressButton({ messageId, actionId: 'txn:refresh', userId });

    app.slack.setPerson('U0GUEST00', { info: { is_restricted: true } });
    const requests = service.requests.length;
    await refresh('U0GUEST00');
    await waitFor(() =>
      expect(last()).toMatchObject({ visibleTo: 'U0GUEST00', text: expect.stringContaining('guests') }),
    );
    expect(service.requests).toHaveLength(requests);
    expect(app.audit.at(-1)).toMatchObject({
      user: 'U0GUEST00',
      outcome: 'refused',
      command: 'txn',
      asked: 'GARO-8f3k2j1',
    });

    await refresh(otherPersonId);
    await waitFor(() => expect(app.audit.at(-1)).toMatchObject({ user: otherPersonId, outcome: 'answered' }));
    expect(service.requests).toHaveLength(requests + 1);
  });
});
