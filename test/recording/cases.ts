import { workspace } from 'slack-sandbox';
import { pressesOf, readDrawnButtons } from '../buttons/drawn-buttons.ts';
import { bankQuestions } from '../fixtures/bank-questions.ts';
import { pastes } from '../fixtures/pastes.ts';
import type { Recorder } from './recorder.ts';

const { channelId, directMessageId, personId, otherPersonId } = workspace;
const typed = ['/txn GARO-8f3k2j1', '/tsq 12345698690885579', '/bank zenith'];

/** Everything that is kept: what people pasted and asked, and what was drawn for them to press. */
export async function recordAll(recorder: Recorder): Promise<void> {
  for (const text of unique(pastes)) await recordPaste(recorder, text);
  for (const text of unique(bankQuestions.map(({ typed }) => ({ text: typed })))) await recordBanks(recorder, text);
  await recordButtons(recorder, 'answered');
  recorder.service.setOutage('unavailable');
  await recordButtons(recorder, 'fails');
  for (const text of typed) await recordCommand(recorder, 'fails', text);
  recorder.service.setOutage('none');
  recorder.app.slack.setPerson(otherPersonId, { info: { is_restricted: true } });
  await recordButtons(recorder, 'refused', otherPersonId);
  for (const text of typed) await recordCommand(recorder, 'refused', text, otherPersonId);
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
  line: string,
  userId: string = personId,
): Promise<void> {
  const [command = '', text = ''] = line.split(/ (.*)/);
  await record(`${situation} ${line}`, () => slack.sendCommand({ command, text, userId }));
}

/** Presses all that any version has drawn. */
async function recordButtons({ app, record }: Recorder, situation: string, userId: string = personId): Promise<void> {
  for (const [release, drawn] of readDrawnButtons())
    for (const { name, press } of pressesOf(app.slack, drawn, userId))
      await record(`${situation} ${release}.json ${name}`, press);
}

async function metricNames({ app }: Recorder): Promise<string[]> {
  const lines = (await app.metrics.text()).split('\n').filter((line) => !line.startsWith('#'));
  return [...new Set(lines.map((line) => line.replace(/ .*$/, '')))].sort();
}

function unique(each: readonly { text: string }[]): string[] {
  return [...new Set(each.map(({ text }) => text))];
}
