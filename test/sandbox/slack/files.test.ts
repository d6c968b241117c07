import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn;
let client: WebClient;

beforeEach(async () => {
  slack = await createSlackStandIn(fullSettings);
  client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
});

afterEach(() => slack.close());

const csv = 'reference,bank\nGARO-1,Zénith\n';
const { directMessageId, personId, channelId } = workspace;

it('takes a file from the real client and shows it to a person', async () => {
  const { channel } = await client.conversations.open({ users: personId });
  expect(channel?.id).toBe(directMessageId);
  const file = { filename: 'triage.csv', title: 'Triage', content: csv };
  await client.files.uploadV2({ channel_id: directMessageId, initial_comment: 'As asked', ...file });
  const shown = { name: 'triage.csv', title: 'Triage', channelId: directMessageId, content: csv };
  expect(slack.files).toEqual([{ ...shown, id: expect.stringMatching(/^F0/) }]);
  expect(slack.messages).toMatchObject([
    {
      author: 'bot',
      channelId: directMessageId,
      text: 'As asked',
      files: [shown],
      via: 'files.completeUploadExternal',
    },
  ]);
  expect(slack.breaches).toEqual([]);
});

it('shows a file in a thread, and checks what is said with it', async () => {
  const { message } = await slack.writeMessage({ text: 'A list, please' });
  const comment = { initial_comment: 'For <!channel>' };
  const place = { channel_id: channelId, thread_ts: message.ts };
  await client.files.uploadV2({ ...place, ...comment, filename: 'a.csv', content: csv });
  expect(slack.files).toMatchObject([{ threadTs: message.ts }]);
  expect(slack.messages[1]).toMatchObject({ threadTs: message.ts, breaches: [expect.stringContaining('ping')] });
});

it.each([
  ['a channel that is not there', { channel_id: 'C0NOWHERE' }, 'channel_not_found'],
  ['a channel without the bot', { channel_id: workspace.otherChannelId }, 'not_in_channel'],
])('does not share into %s', async (_what, place, error) => {
  await expect(client.files.uploadV2({ ...place, filename: 'a.csv', content: csv })).rejects.toThrow(error);
  expect(slack.files).toEqual([]);
});

it('wants the name and the length first, then so many bytes, then the end', async () => {
  for (const args of [
    { filename: 'a.csv', length: 0 },
    { filename: 'a.csv', length: 1.5 },
    { filename: '', length: 1 },
  ]) {
    await expect(client.files.getUploadURLExternal(args)).rejects.toThrow('invalid_arguments');
  }
  const { upload_url = '', file_id: id = '' } = await client.files.getUploadURLExternal({
    filename: 'a.csv',
    length: 3,
  });
  const complete = () => client.files.completeUploadExternal({ files: [{ id }], channel_id: channelId });
  await expect(complete()).rejects.toThrow('file_not_found');
  const send = async (body: string) => (await fetch(upload_url, { method: 'POST', body })).status;
  expect(await send('abcd')).toBe(400);
  await expect(complete()).rejects.toThrow('file_not_found');
  expect(await send('abc')).toBe(200);
  const withAnother = client.files.completeUploadExternal({
    files: [{ id }, { id: 'F0OTHER' }],
    channel_id: channelId,
  });
  await expect(withAnother).rejects.toThrow('file_not_found');
  await complete();
  expect(slack.files).toMatchObject([{ id, title: 'a.csv', content: 'abc' }]);
  await expect(complete()).rejects.toThrow('file_not_found');
});
