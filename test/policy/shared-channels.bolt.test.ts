import { workspace } from 'slack-sandbox';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { startHeldServer } from '../support/held-server.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { type AppWithSamples, runWithSamples } from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * Two organisations in one channel: ours are answered for themselves, and nothing is posted there.
 * Who counts as sharing is tried in `policy.test.ts` and `slack/people.bolt.test.ts`, what each
 * door posts in `commands/doors.bolt.test.ts`.
 */
const { channelId, personId, otherPersonId, botUserId } = workspace;
const mention = { text: `<@${botUserId}> txn GARO-8f3k2j1` };
const sentence =
  /Nothing is posted here\. .* (?:shared with another organisation or workspace|Invite me)/;
let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test);
});
const share = () => app.slack.setChannel(channelId, { is_ext_shared: true });
const posted = () => app.answers().filter(({ visibleTo }) => visibleTo === undefined);
const last = () => app.answers().at(-1);
const settled = async (end: object, at: RunningApp = app) => {
  await waitFor(() => expect(at.log.entries().at(-1)).toMatchObject(end));
  await at.bot.inFlight.settled();
};
const refused = { outcome: 'refused', rule: 'shared_channel' };

// With the reason, and whatever Slack told before.
it.each(['in the channel', 'in a thread'])(
  'in a shared channel, a mention %s is answered to the asker alone',
  async (where) => {
    const { message } = await app.slack.writeMessage(mention);
    await waitFor(() => expect(posted()).toHaveLength(1));
    share();
    // Slack shows an ephemeral message only in a thread that is there.
    const threadTs = where === 'in a thread' ? message.ts : undefined;
    await app.slack.writeMessage({ ...mention, ...(threadTs && { threadTs }) });
    await waitFor(() => expect(app.audit).toHaveLength(2));
    await settled({ outcome: 'answered' });
    expect(posted()).toHaveLength(1);
    expect(last()).toMatchObject({
      visibleTo: personId,
      text: expect.stringMatching(/^✓ Successful/),
    });
    expect(last()?.threadTs).toBe(threadTs);
    expect(last()?.text).toMatch(/so only you see this\./);
    const shown = JSON.stringify(last()?.blocks);
    expect(shown).toMatch(/Jane Doe.*0123456789.*so only you see this/);
    expect(shown).not.toMatch(/shortened|Everybody in the thread/);
    expect(app.audit.at(-1)).toMatchObject({ outcome: 'answered', asked: 'GARO-8f3k2j1' });
  },
);

it('in a shared channel, Share is refused and Refresh answers the clicker alone', async () => {
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  const card = { messageId: last()?.id ?? '' };
  await app.slack.pressButton({ ...card, actionId: 'txn:share' });
  await waitFor(() => expect(posted()).toHaveLength(1));
  const [shown] = posted();
  const refresh = { messageId: shown?.id ?? '', actionId: 'txn:refresh' };
  const other = await runApp({ slack: app.slack, transferApi: app.service });
  share();
  await app.slack.pressButton({ ...card, actionId: 'txn:share' });
  await settled(refused, other);
  expect(last()?.text).toMatch(sentence);
  await app.slack.pressButton({ ...refresh, userId: otherPersonId });
  await other.bot.inFlight.settled();
  expect(posted()).toEqual([shown]);
  expect(last()).toMatchObject({
    visibleTo: otherPersonId,
    text: expect.stringMatching(/^✓ Successful.*only you/s),
  });
  expect(JSON.stringify(last()?.blocks)).not.toContain('Take Back');
  expect(other.audit.at(-1)).toMatchObject({ user: otherPersonId, outcome: 'answered' });
  await other.stop();
});

it.each([
  'a mention',
  'a mention without an answer',
  'a mention that Slack holds back',
  'Share',
  'Refresh of a shared card',
])('no answer to %s is posted when the channel is shared while the look-up runs', async (way) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await startHeldServer((_request, response) =>
    way === 'a mention without an answer'
      ? response.writeHead(400).end()
      : response.end(transactionBody()),
  );
  const { slack, bot, answers, stop } = await runApp({ transferApi: { baseUrl: service.url } });
  onTestFinished(async () => {
    await stop();
    await slack.close();
    await service.close();
  });
  const asked = async (run: () => Promise<unknown>) => {
    await run();
    await waitFor(() => expect(service.held).toBe(1));
  };
  const press = (actionId: string) =>
    asked(() => slack.pressButton({ messageId: answers().at(-1)?.id ?? '', actionId }));
  const answer = async () => {
    service.release();
    await bot.inFlight.settled();
  };
  const forAll = () => answers().filter(({ visibleTo }) => visibleTo === undefined);

  if (way.startsWith('a mention')) await asked(() => slack.writeMessage(mention));
  else {
    await asked(() => slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' }));
    await answer();
    await press('txn:share');
  }
  if (way === 'Refresh of a shared card') {
    await answer();
    await press('txn:refresh');
  }
  if (way === 'a mention that Slack holds back') {
    slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '1' } }, 1);
    service.release();
    await waitFor(() => expect(slack.requests).toContain('chat.postMessage'));
  }
  const before = structuredClone(forAll());
  slack.setChannel(channelId, { is_ext_shared: true });
  vi.advanceTimersByTime(11_000); // for ten seconds, Slack is not asked again
  await answer();

  expect(forAll()).toEqual(before);
  const last = answers().at(-1);
  expect(last?.visibleTo).toBe(personId);
  expect(JSON.stringify(last?.blocks)).toContain('shared with another organisation');
});
