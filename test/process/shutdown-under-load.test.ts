import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startBot } from '../sandbox/start-bot.ts';
import { startBots } from '../support/running-bots.ts';
import { startSocketSlack } from '../support/socket-slack.ts';
import { waitFor } from '../support/wait-for.ts';

describe.concurrent.each(['http', 'socket'] as const)('a stop in %s mode', (mode) => {
  it('under load loses no command that was acked', async ({ onTestFinished }) => {
    // Eight are asked at once, so some answers come in the ack and some after the line that says to wait.
    const delayMs = () => 300 + Math.random() * 400;
    const { slack, service, bots, answersTo, close } = await startBots({ mode, delayMs });
    onTestFinished(close);
    const references = Array.from({ length: 50 }, (_, place) => `GARO-${100 + place}x`);
    const deliveries = references.map((text, place) =>
      slack.sendCommand({ command: '/txn', text, userId: `U0PERSON${place}` }),
    );
    await waitFor(() => expect(service.requests.length).toBeGreaterThan(12));
    expect(service.requests.length).toBeLessThan(40);
    bots[0]?.process.kill('SIGTERM');
    const outcomes = await Promise.all(deliveries);
    expect(await bots[0]?.ended).toBe(0);
    // On a busy machine the last of them may find the port closed already; those were not taken.
    const taken = references.filter((_reference, place) => outcomes[place]?.outcome === 'acked');
    expect(taken.length).toBeGreaterThan(12);
    const results = answersTo(taken).map((texts) => texts.filter((text) => text.startsWith('Successful')));
    expect(results.filter((texts) => texts.length !== 1)).toEqual([]);
    expect(bots[0]?.lines.at(-1)).toContain('"outcome":"drained"');
  });
});

describe.each(['http', 'socket'] as const)('a stop in %s mode while people click', (mode) => {
  it('answers every click that was acked, if only to come back in a moment', async ({ onTestFinished }) => {
    const { slack, bots, answers, close } = await startBots({ mode });
    onTestFinished(close);
    const people = Array.from({ length: 60 }, (_, place) => `U0PERSON${place}`);
    await Promise.all(
      people.map((userId, place) => slack.sendCommand({ command: '/txn', text: `GARO-${100 + place}x`, userId })),
    );
    const cards = answers();
    expect(cards).toHaveLength(60);

    let ackedCount = 0;
    const clicks = cards.map(async ({ id, visibleTo = '' }, place) => {
      await sleep(place * 4);
      const click = await slack.pressButton({ messageId: id, actionId: 'txn:note', userId: visibleTo });
      ackedCount += 1;
      if (ackedCount === 15) bots[0]?.process.kill('SIGTERM');
      return click;
    });
    expect(await bots[0]?.ended).toBe(0);
    const answered = answers().length - cards.length;
    const acked = (await Promise.all(clicks)).filter(({ outcome }) => outcome === 'acked');
    expect(acked.length).toBeGreaterThan(10);
    expect(answered).toBe(acked.length);
  });
});

describe('an app token that is revoked', () => {
  it('ends the process with 1 and one sentence', async () => {
    const slack = await startSocketSlack();
    const bot = await startBot(
      {
        SLACK_BOT_TOKEN: 'xoxb-not-looked-at',
        SLACK_APP_TOKEN: 'xapp-not-looked-at',
        SLACK_API_URL: slack.apiUrl,
        TRANSFER_API_BASE_URL: 'http://127.0.0.1:1',
        TRANSFER_API_TOKEN: 'open-sesame',
      },
      'bundle',
    );
    slack.openAnswers.push({ ok: false, error: 'token_revoked' });
    slack.send({ type: 'disconnect', reason: 'link_disabled' });
    expect(await bot.ended).toBe(1);
    expect(bot.lines.filter((line) => line.includes('"level":"fatal"'))).toEqual([
      expect.stringContaining("Slack refused SLACK_APP_TOKEN (token_revoked). Copy it again from the app's settings."),
    ]);
    await slack.close();
  });
});
