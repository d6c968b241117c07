import { expect, it } from 'vitest';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

it('answers alike from two processes, and a button on a card of one works at the other', async (test) => {
  const { slack, answers, start } = await createStandIns(test);
  const bots = await Promise.all([start(), start()]);
  const answeredBy = (bot: RunningBot) => bot.lines.filter((line) => line.includes('"outcome":"answered"'));

  for (const [index, bot] of bots.entries()) {
    const other = bots[1 - index];
    slack.deliverTo(bot.requestUrl);
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    const card = answers().at(-1);
    expect(card?.text).toMatch(/^✓ Successful · 25,000\.00/);

    if (!other) throw new Error('There are two.');
    const before = answeredBy(other).length;
    slack.deliverTo(other.requestUrl);
    await slack.pressButton({ messageId: card?.id ?? '', actionId: 'txn:note' });
    await waitFor(() => expect(answers().at(-1)?.text).toMatch(/note/i));
    await waitFor(() => expect(answeredBy(other).length).toBeGreaterThan(before));
  }
  expect(slack.breaches).toEqual([]);
});
