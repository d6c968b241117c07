import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { directMessageOf } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { StoredWatch } from '../../src/watches/watch.ts';
import { anyTransaction } from '../support/any-transaction.ts';
import { startChangingService } from '../support/changing-service.ts';
import { startHeldServer } from '../support/held-server.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

describe.each(['http', 'socket'] as const)('a stop in %s mode', (mode) => {
  it('under load loses no command that was acked', async (test) => {
    const service = await startHeldServer(anyTransaction());
    test.onTestFinished(service.close);
    const { slack, start, answersTo } = await createStandIns(test);
    // Long, as a busy machine may be seconds behind while look-ups are held.
    const bot = await start(mode, { TRANSFER_API_BASE_URL: service.url, TRANSFER_API_TIMEOUT_MS: '60000' });
    const fiveHeld = () => waitFor(() => expect(service.held).toBe(5)); // so many are asked at once
    const references = Array.from({ length: 50 }, (_, place) => `GARO-${100 + place}x`);
    const deliveries = references.map((text, place) =>
      slack.sendCommand({ command: '/txn', text, userId: `U0PERSON${place}` }),
    );
    await fiveHeld();
    service.release();
    await fiveHeld();
    // By now some have their answer in the ack, and the others have been told to wait.
    await waitFor(() => expect(slack.messages.some(({ text }) => text.startsWith('Still waiting'))).toBe(true));
    bot.process.kill('SIGTERM');
    await waitFor(() => expect(bot.lines.join()).toContain('stopping'));
    service.open();
    const outcomes = await Promise.all(deliveries);
    expect(await bot.ended).toBe(0);
    // Beside other work an ack may be too late for Slack, which then has told the person so itself.
    const acked = references.filter((_reference, place) => outcomes[place]?.outcome === 'acked');
    expect(acked.length).toBeGreaterThan(5);
    const answers = answersTo(acked).map((texts) => texts.map((text) => text.slice(0, 12)));
    expect(answers).toEqual(acked.map(() => ['✓ Successful']));
    expect(bot.lines.at(-1)).toContain('"outcome":"drained"');
  });
});

describe('a stop while people are told what became of their watches', () => {
  it('notes what Slack has, also when Slack takes its time, and keeps the rest for the next start', async (test) => {
    const service = await startChangingService();
    test.onTestFinished(service.close);
    const STATE_DIR = temporaryFolder();
    const { slack, start } = await createStandIns(test);
    const bot = await start('http', { TRANSFER_API_BASE_URL: service.url, STATE_DIR, WATCH_SCHEDULE: '1s' });
    const people = Array.from({ length: 5 }, (_, place) => `U0PERSON${place}`);
    const references = people.map((_personId, place) => `GARO-${100 + place}x`);
    for (const [place, userId] of people.entries())
      await slack.sendCommand({ command: '/txn', text: `watch ${references[place]}`, userId });
    const Kept = z.object({ watches: z.array(StoredWatch) });
    const kept = () => Kept.parse(JSON.parse(readFileSync(path.join(STATE_DIR, 'watches.json'), 'utf8'))).watches;
    await waitFor(() => expect(kept()).toHaveLength(people.length));
    const answer = withResolvers();
    slack.setFailure('chat.postMessage', { until: answer.promise }, 1);
    const told = () => slack.messages.filter(({ via }) => via === 'chat.postMessage').map(({ channelId }) => channelId);
    service.set(references, { status: 'successful' });
    await waitFor(() => expect(told()).toHaveLength(1));
    bot.process.kill('SIGTERM');
    await sleep(3_500); // longer than letters are sent after a stop, and less than Slack may take
    answer.resolve();
    expect(await bot.ended).toBe(0);
    expect(told()).toHaveLength(1);
    const left = kept().map(({ personId }) => directMessageOf(personId));
    expect([...told(), ...left].sort()).toEqual(people.map(directMessageOf).sort());
  });
});
