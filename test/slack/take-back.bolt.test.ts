import { workspace } from 'slack-sandbox';
import { beforeAll, expect, it } from 'vitest';
import { createDoors, type DoorName } from '../support/doors.ts';
import { type AppWithSamples, startWithSamples } from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

let app: AppWithSamples;
beforeAll(async () => {
  app = await startWithSamples();
  return app.stop;
});

const { personId, otherPersonId } = workspace;
/** What the channel reads. */
const posted = () =>
  app.slack.messages.findLast(
    ({ author, visibleTo, channelId }) =>
      author === 'bot' && !visibleTo && channelId === workspace.channelId,
  );
const press = (messageId: string, userId: string, actionId = 'share:take-back') =>
  app.answered(app.slack.pressButton({ messageId, actionId, userId }));
const isThere = (messageId: string) => app.slack.messages.some(({ id }) => id === messageId);

/**
 * Goes through this door, which shares something in the channel. @returns the message that
 * everybody reads
 */
async function share(door: DoorName) {
  const before = posted()?.id;
  const knock = await createDoors(app.slack)[door]();
  const view = app.slack.views.findLast(({ callbackId }) => callbackId === 'batch:share');
  const option = { conversation: workspace.channelId }; // a list is in a direct message
  if (view)
    await app.slack.select({
      viewId: view.id,
      blockId: 'share',
      actionId: 'txn:conversation',
      option,
    });
  await knock();
  return waitFor(() => {
    const message = posted();
    return message === undefined || message.id === before
      ? expect.fail('nothing is shared yet')
      : message;
  });
}

it.each<[DoorName, refresh?: string]>([
  ['action txn:share', 'txn:refresh'],
  ['action tsq:share', 'tsq:refresh'],
  ['view txn:share-all', 'txn:check-all'],
  ['view batch:share'],
])(
  'what was shared by %s can be taken back by its sharer alone, whoever pressed %s',
  async (door, refresh) => {
    const { id } = await share(door);
    const code = app.audit.at(-1)?.reference;
    if (refresh) await press(id, otherPersonId, refresh);
    const { text, visibleTo } = await press(id, otherPersonId);
    expect(text).toBe('Only the person who shared this can take it back.');
    expect(visibleTo).toEqual(otherPersonId);
    expect(isThere(id)).toBe(true);
    await press(id, personId);
    expect(isThere(id)).toBe(false);
    const taken = { door: 'share:take-back', user: personId, asked: code, outcome: 'taken_back' };
    expect(app.audit.at(-1)).toMatchObject(taken);
  },
);

it('a posted bank code, which is no secret, has no Take Back', async () => {
  const { blocks } = await share('view bank:post');
  expect(JSON.stringify(blocks)).not.toContain('Take Back');
});

it('Take Back deletes the message if the response_url fails, and admits it if nothing works', async () => {
  const [first, second] = [await share('action txn:share'), await share('action txn:share')];
  app.slack.setFailure('response_url', { status: 500 }, 1);
  await press(first.id, personId);
  expect(isThere(first.id)).toBe(false);
  app.slack.setFailure('response_url', { status: 500 }, 1);
  app.slack.setFailure('chat.delete', { error: 'channel_not_found' }, 1);
  const { text, visibleTo } = await press(second.id, personId);
  expect(text).toEqual(expect.stringMatching(/^Slack has not confirmed/));
  expect(visibleTo).toEqual(personId);
});
