import { workspace } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { expect } from 'vitest';
import { runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { Blocks, clickable, type DrawnButtons } from './drawn-buttons.ts';

const cut = (text: string) => text.slice(0, 80);
const record = 'GARO-8f3k2j1';
const transfer = '12345698690885579';
/** More than are looked up at once. */
const tooMany = Array.from({ length: 30 }, (_, index) => `GARO-10000${10 + index}`).join(' ');
const tooManyTransfers = Array.from({ length: 30 }, (_, index) => `123456986908855${10 + index}`).join(' ');
const listFile = { name: 'list.csv', content: `${record}\nGARO-5p1d6w8\n` };

/** Questions that together bring up every kind of button. */
const lines = [
  `/txn ${record}`,
  `/txn ${transfer}`,
  '/txn GARO-8f3k2 j1 pls',
  `/txn ${tooMany}`,
  `/tsq ${tooManyTransfers}`,
  '/txn zenith',
  `/tsq ${transfer}`,
  '/txn the customer of 12345698690885579 says it is still pending, ask zenith',
  '/bank microfinance',
  '/bank hsbc',
  '/bank zenith, microfinance and qqqq',
  `/bank ${record}`,
];
const whileAway = [`/txn ${record}`, `/txn ${record} GARO-5p1d6w8`, `/tsq ${transfer}`, '/bank zenith'];
const mentions = [
  `txn ${record}`,
  `txn ${record} GARO-5p1d6w8`,
  `txm ${record}`,
  `is ${record} done?`,
  'microfinance banks',
];

/** With block ids that are the same each time: the stand-in's are new where a person can put something in. */
function withNumbers(blocks: readonly unknown[]): DrawnButtons['home'] {
  let count = 0;
  const number = (key: string, value: unknown) => {
    if (key !== 'block_id') return value;
    count += 1;
    return `b${count}`;
  };
  return Blocks.parse(JSON.parse(JSON.stringify(blocks), number));
}

/** Runs the bot between its stand-ins and asks it until it has drawn all that it draws to be clicked in a message or at Home. */
export async function drawButtons(): Promise<DrawnButtons> {
  const service = await createSampleTransferService();
  const app = await runApp({ transferApi: service, env: { RATE_LIMIT_PER_MINUTE: '1000' } });
  const { slack } = app;
  const messages: DrawnButtons['messages'] = [];
  const noted = new Set<string>();
  const note = async (from: string) => {
    await app.bot.inFlight.settled();
    for (const { id, author, blocks, visibleTo } of slack.messages) {
      const held = clickable(blocks);
      if (author !== 'bot' || noted.has(id) || held.length === 0) continue;
      noted.add(id);
      messages.push({ from: cut(from), isEphemeral: visibleTo !== undefined, blocks: withNumbers(held) });
    }
  };
  const ask = async (line: string) => {
    const [command = '', ...words] = line.split(' ');
    await slack.sendCommand({ command, text: words.join(' ') });
  };
  try {
    service.setOutage('unavailable');
    for (const line of whileAway) {
      await ask(line);
      await note(`${line}, while the transfer service is away`);
    }
    service.setOutage('none');
    for (const line of lines) {
      await ask(line);
      await note(line);
    }
    const card = slack.messages.find(({ blocks }) => JSON.stringify(blocks).includes('txn:share {'))?.id ?? '';
    for (const actionId of ['txn:requery', 'txn:share', 'txn:watch', 'txn:note']) {
      await slack.pressButton({ messageId: card, actionId });
      await note(`${actionId} of a card`);
    }
    const requeried = slack.messages.find(({ blocks }) => JSON.stringify(blocks).includes('tsq:share'))?.id ?? '';
    await slack.pressButton({ messageId: requeried, actionId: 'tsq:share' });
    await note('tsq:share of a requery');
    const { message } = await slack.writeMessage({ text: `${record} GARO-5p1d6w8 ${transfer}`, author: 'bot' });
    await slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
    await note('Look Up References');
    for (const words of mentions) {
      await slack.writeMessage({ text: `<@${workspace.botUserId}> ${words}` });
      await note(`@txnbot ${words}`);
    }
    await slack.writeMessage({ text: '', channelId: workspace.directMessageId, files: [listFile] });
    await note('a file in a direct message');
    const direct = () =>
      slack.messages.findLast(
        ({ channelId, blocks }) => channelId === workspace.directMessageId && JSON.stringify(blocks).includes('batch:'),
      );
    await slack.pressButton({ messageId: direct()?.id ?? '', actionId: 'batch:run' });
    await waitFor(() => expect(JSON.stringify(direct()?.blocks)).toContain('batch:stop'));
    await note('a batch under way');
    await waitFor(() => expect(JSON.stringify(direct()?.blocks)).toContain('batch:csv'));
    noted.delete(direct()?.id ?? '');
    await note('the result of a batch');
    await slack.openHome({});
    await app.bot.inFlight.settled();
    return { messages, home: clickable(slack.views.find(({ type }) => type === 'home')?.blocks ?? []) };
  } finally {
    await app.stop();
    await service.close();
  }
}
