import { afterEach, expect, it } from 'vitest';
import { createSlackStandIn } from './sandbox/slack/slack-stand-in.ts';
import { startBot } from './sandbox/start-bot.ts';
import { createSampleTransferService } from './sandbox/transfer-service/sample-transfer-service.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

it('answers alike from two processes, and a button on a card of one works at the other', async () => {
  const slack = await createSlackStandIn();
  stops.push(slack.close);
  const service = await createSampleTransferService();
  stops.push(service.close);
  const start = async () => {
    const bot = await startBot(
      {
        SLACK_BOT_TOKEN: slack.botToken,
        SLACK_SIGNING_SECRET: slack.signingSecret,
        SLACK_API_URL: slack.apiUrl,
        TRANSFER_API_BASE_URL: service.baseUrl,
        TRANSFER_API_TOKEN: service.token,
      },
      'bundle',
    );
    stops.push(bot.stop);
    return bot;
  };
  const bots = await Promise.all([start(), start()]);
  const answers = () => slack.messages.filter(({ author }) => author === 'bot');
  const answeredBy = (bot: (typeof bots)[number]) => bot.lines.filter((line) => line.includes('"outcome":"answered"'));

  for (const [index, bot] of bots.entries()) {
    const other = bots[1 - index];
    slack.deliverTo(bot.requestUrl);
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    const card = answers().at(-1);
    expect(card?.text).toMatch(/^Successful · 25,000\.00/);

    if (!other) throw new Error('There are two.');
    const before = answeredBy(other).length;
    slack.deliverTo(other.requestUrl);
    await slack.pressButton({ messageId: card?.id ?? '', actionId: 'txn:note' });
    await expect.poll(() => answers().at(-1)?.text, { timeout: 3000 }).toMatch(/note/i);
    await expect.poll(() => answeredBy(other).length, { timeout: 3000 }).toBeGreaterThan(before);
  }
  expect(slack.breaches).toEqual([]);
}, 30_000);
