import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { directMessageOf } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withResolvers } from '../../src/async.ts';
import { StoredWatch } from '../../src/watches/watch.ts';
import { anyTransaction, startChangingService } from '../support/changing-service.ts';
import { startHeldServer } from '../support/held-server.ts';
import { createStandIns, lookUpsOf } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

it.for(['http', 'socket'] as const)(
  'a stop in %s mode under load loses no command that was acked, takes no new ones, and ends with 0',
  async (mode, test) => {
    await using service = await startHeldServer(anyTransaction());
    const { slack, start, answers, answersTo } = await createStandIns(test);
    const bot = await start(mode, {
      TRANSFER_API_BASE_URL: service.url,
      TRANSFER_API_CONCURRENCY: '5',
      TRANSFER_API_TIMEOUT_MS: '60000', // long, as a busy machine may be seconds behind while look-ups are held
      REFERENCE_PATTERN: 'late-\\d+', // for which what ships loads its engine
    });
    await waitFor(() => expect(service.held).toBe(1));
    service.release('/banks'); // which a start loads
    // One operation leaves a place to the others.
    const fourHeld = () => waitFor(() => expect(service.held).toBe(4));
    const references = Array.from({ length: 50 }, (_, place) => `late-${100 + place}`);
    const deliveries = references.map((text, place) =>
      slack.sendCommand({ command: '/txn', text, userId: `U0PERSON${place}` }),
    );
    await fourHeld();
    service.release();
    await fourHeld();
    // By now some have their answer in the ack, and the others have been told to wait.
    await waitFor(() =>
      expect(slack.messages.some(({ text }) => text.startsWith('Still waiting'))).toBe(true),
    );
    bot.process.kill('SIGTERM');
    await waitFor(async () => expect((await fetch(`${bot.healthUrl}/readyz`)).status).toBe(503));
    const late = await slack.sendCommand({ command: '/bank', text: 'zenith' });
    if (mode === 'http') expect(late.outcome).toBe('failed');
    // A waiting line of another command may come after it.
    else expect(answers().some(({ text }) => text.includes('just restarting'))).toBe(true);
    service.open();
    const outcomes = await Promise.all(deliveries);
    expect(await bot.ended).toBe(0);
    // Beside other work an ack may be too late for Slack, which then has told the person so itself.
    const acked = references.filter((_reference, place) => outcomes[place]?.outcome === 'acked');
    expect(acked.length).toBeGreaterThan(5);
    const told = answersTo(acked).flat();
    // Beside other work a command may be read only after the stop began: it is told to ask again.
    const answered = told.filter((text) => !text.includes('I am just restarting.'));
    expect(answered.filter((text) => !text.startsWith('✓ Successful'))).toEqual([]);
    expect(answered.length).toBeGreaterThan(5);
    expect(told).toHaveLength(acked.length);
    expect(bot.lines.at(-1)).toContain('"outcome":"drained"');
  },
);

it('a stop while notifications are sent leaves the rest for the next start', async (test) => {
  await using service = await startChangingService();
  const STATE_DIR = temporaryFolder();
  const { slack, start } = await createStandIns(test);
  const bot = await start('http', {
    TRANSFER_API_BASE_URL: service.url,
    STATE_DIR,
    WATCH_SCHEDULE: '1s',
  });
  const people = Array.from({ length: 5 }, (_, place) => `U0PERSON${place}`);
  const references = people.map((_personId, place) => `GARO-${100 + place}x`);
  for (const [place, userId] of people.entries())
    await slack.sendCommand({ command: '/txn', text: `watch ${references[place]}`, userId });
  const Kept = z.object({ watches: z.array(StoredWatch) });
  const kept = () =>
    Kept.parse(JSON.parse(readFileSync(path.join(STATE_DIR, 'watches.json'), 'utf8'))).watches;
  await waitFor(() => expect(kept()).toHaveLength(people.length));
  const answer = withResolvers<void>();
  slack.setFailure('chat.postMessage', { until: answer.promise }, 1);
  const told = () =>
    slack.messages
      .filter(({ via }) => via === 'chat.postMessage')
      .map(({ channelId }) => channelId);
  service.set(references, { status: 'successful' });
  await waitFor(() => expect(told()).toHaveLength(1));
  bot.process.kill('SIGTERM');
  const stoppedAtMs = performance.now();
  await waitFor(async () => expect((await fetch(`${bot.healthUrl}/readyz`)).status).toBe(503));
  await waitFor(() => expect(bot.lines.join()).toContain('stopped answering Slack'));
  expect(performance.now() - stoppedAtMs).toBeLessThan(1_800); // and not after the notifications
  await sleep(3_500); // longer than letters are sent after a stop, and less than Slack may take
  answer.resolve();
  expect(await bot.ended).toBe(0);
  expect(told()).toHaveLength(1);
  const left = kept().map(({ personId }) => directMessageOf(personId));
  expect([...told(), ...left].sort()).toEqual(people.map(directMessageOf).sort());
});

describe.concurrent('the audit log of a process', () => {
  it('an audit log on a stdout that is gone ends the process, to be restarted', async (test) => {
    const { slack, answers, start } = await createStandIns(test);
    const { process: child, ended } = await start();
    child.stdout?.destroy();
    void slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    expect(await ended).toBe(1);
    expect(answers()).toEqual([]);
  });

  it('an audit log on a stdout that nobody reads delays answers, but no exit', async (test) => {
    const { slack, answers, start } = await createStandIns(test);
    const texts = () => answers().map(({ text }) => text);
    const {
      process: child,
      lines,
      healthUrl,
    } = await start('http', { RATE_LIMIT_PER_MINUTE: '1000' });
    const ask = () =>
      slack.sendCommand({ command: '/bank', text: 'what no bank is called '.repeat(60) });
    child.stdout?.pause();
    const isFull = () => texts().some((text) => text.includes('the audit log cannot be written'));
    // The pipe holds some hundred lines: until it is full, each round is progress.
    for (let round = 0; round < 50 && !isFull(); round += 1)
      await Promise.all(Array.from({ length: 20 }, ask));
    await waitFor(() => expect(isFull()).toBe(true));
    expect((await fetch(`${healthUrl}/healthz`)).status).toBe(200);
    child.stdout?.resume();
    await waitFor(async () => {
      await ask();
      expect(texts().at(-1)).not.toContain('audit log');
    });
    const answered = texts().filter((text) => !text.includes('audit log'));
    const audited = () =>
      lines.filter((line) => line.includes('"event":"audit"') && !line.includes('unaudited'));
    await waitFor(() => expect(audited().length).toBeGreaterThanOrEqual(answered.length));
  });
});

it.concurrent('a stop at its deadline tells those who wait that no answer will come, and exits with 0', async (test) => {
  const { slack, service, answers, start } = await createStandIns(test);
  const {
    process: child,
    ended,
    lines,
  } = await start('http', { TRANSFER_API_TIMEOUT_MS: '60000' });
  const asked = slack.sendCommand({ command: '/txn', text: 'GARO-9h4n9u1' });
  await waitFor(() => expect(lookUpsOf(service)).toHaveLength(1));
  child.kill('SIGTERM');
  await asked;
  expect(answers().map(({ text }) => text)).toEqual([expect.stringMatching(/^Still waiting/)]);
  expect(await ended).toBe(0);
  expect(
    answers().filter(({ text }) => text.includes('I restarted before there was')),
  ).toHaveLength(1);
  expect(lines.filter((line) => /"event":"audit".*"outcome":"cut_short"/.test(line))).toHaveLength(
    1,
  );
});
