import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspace } from 'slack-sandbox';
import { clickables, textFields } from '../buttons/clickables.ts';
import { DrawnButtons } from '../buttons/drawn-buttons.ts';
import { bankQuestions } from '../fixtures/bank-questions.ts';
import { pastes } from '../fixtures/pastes.ts';
import type { Recorder } from './recorder.ts';

const { channelId, directMessageId, personId, otherPersonId } = workspace;

/** Everything that is kept: what people pasted and asked, and what was drawn for them to press. */
export async function recordAll(recorder: Recorder): Promise<void> {
  for (const text of unique(pastes)) await recordPaste(recorder, text);
  for (const text of unique(bankQuestions.map(({ typed }) => ({ text: typed })))) await recordBanks(recorder, text);
  await recordButtons(recorder, 'answered');
  recorder.service.setOutage('unavailable');
  await recordButtons(recorder, 'fails');
  for (const text of ['/txn GARO-8f3k2j1', '/tsq 12345698690885579', '/bank zenith'])
    await recordCommand(recorder, 'fails', text);
  recorder.service.setOutage('none');
  recorder.app.slack.setPerson(otherPersonId, { info: { is_restricted: true } });
  await recordButtons(recorder, 'refused', otherPersonId);
  for (const text of ['/txn GARO-8f3k2j1', '/tsq 12345698690885579', '/bank zenith'])
    await recordCommand(recorder, 'refused', text, otherPersonId);
  recorder.note('metrics', await metricNames(recorder));
}

async function recordPaste({ app: { slack }, record }: Recorder, text: string): Promise<void> {
  await record(`/txn ${JSON.stringify(text)}`, () => slack.sendCommand({ command: '/txn', text }));
  await record(`dm ${JSON.stringify(text)}`, () => slack.writeMessage({ text, channelId: directMessageId }));
  await record(`shortcut ${JSON.stringify(text)}`, async () => {
    const { message } = await slack.writeMessage({ text, channelId, author: 'bot' });
    await slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  });
}

async function recordBanks({ app: { slack }, record }: Recorder, text: string): Promise<void> {
  await record(`/bank ${JSON.stringify(text)}`, () => slack.sendCommand({ command: '/bank', text }));
  await record(`mention ${JSON.stringify(text)}`, () => slack.writeMessage({ text: `@txnbot ${text}`, channelId }));
}

async function recordCommand(
  { app: { slack }, record }: Recorder,
  situation: string,
  typed: string,
  userId: string = personId,
): Promise<void> {
  const [command = '', text = ''] = typed.split(/ (.*)/);
  await record(`${situation} ${typed}`, () => slack.sendCommand({ command, text, userId }));
}

/** Presses all that any version has drawn, each time on a message that is shown anew. */
async function recordButtons({ app, record }: Recorder, situation: string, userId: string = personId): Promise<void> {
  const { slack } = app;
  const folder = 'test/fixtures/buttons';
  for (const file of readdirSync(folder).sort()) {
    const { messages, home } = DrawnButtons.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    for (const { from, isEphemeral, blocks } of messages)
      for (const { actionId, blockId, choices } of clickables(blocks))
        for (const option of choices.length > 0 ? choices : [undefined])
          await record(`${situation} ${file} ${from}: ${actionId} ${option?.value ?? ''}`, async () => {
            const message = { channel: channelId, text: 'x', blocks, unfurl_links: false, unfurl_media: false };
            if (isEphemeral) await callSlack('chat.postEphemeral', { ...message, user: userId });
            else await callSlack('chat.postMessage', message);
            const clicked = { messageId: slack.messages.at(-1)?.id ?? '', actionId, blockId, userId };
            await (option ? slack.select({ ...clicked, option }) : slack.pressButton(clicked));
          });
    for (const { actionId, blockId } of clickables(home))
      await record(`${situation} ${file} home: ${actionId} ${blockId}`, async () => {
        await callSlack('views.publish', { user_id: userId, view: { type: 'home', blocks: home } });
        const viewId = slack.views.find((view) => view.type === 'home' && view.userId === userId)?.id ?? '';
        for (const field of textFields(home))
          await slack.typeText({
            viewId,
            actionId: field.actionId,
            blockId: field.blockId,
            userId,
            text: 'GARO-8f3k2j1',
          });
        await slack.pressViewButton({ viewId, actionId, blockId, userId });
      });
  }

  async function callSlack(method: string, args: object): Promise<void> {
    const headers = { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json; charset=utf-8' };
    const response = await fetch(slack.apiUrl + method, { method: 'POST', headers, body: JSON.stringify(args) });
    const answer: unknown = await response.json();
    if (!JSON.stringify(answer).includes('"ok":true')) throw new Error(`${method}: ${JSON.stringify(answer)}`);
  }
}

async function metricNames({ app }: Recorder): Promise<string[]> {
  const text = await app.metrics.text();
  return [
    ...new Set(
      text
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .map((line) => line.replace(/ .*$/, '')),
    ),
  ].sort();
}

function unique(each: readonly { text: string }[]): string[] {
  return [...new Set(each.map(({ text }) => text))];
}
