import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { type RunningBot, startBot } from '../run-sandbox/start-bot.ts';
import { soak } from '../soak/soak.ts';
import { summary } from '../soak/summary.ts';

let slack: SlackStandIn;
let service: SampleTransferService;
let bot: RunningBot;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'txnbot-'));
  [slack, service] = await Promise.all([createSlackStandIn(), createSampleTransferService()]);
  bot = await startBot({ ...botSettings(slack, service), AUDIT_LOG: path.join(folder, 'audit.log') }, 'bundle');
  slack.deliverTo(bot.requestUrl);
});
afterAll(async () => {
  bot?.process.kill('SIGKILL');
  await Promise.all([slack?.close(), service?.close(), rm(folder, { recursive: true, force: true })]);
});

const soakFor = (forMs: number) => {
  const { signal } = new AbortController();
  return soak({ slack, service, bot, perSecond: 20, forMs, lookEveryMs: 300, answerWithinMs: 5_000, signal });
};

it('counts no error of a sound bot, and sees its memory', async () => {
  const soaked = await soakFor(1_500);
  expect([...soaked.tally.errors]).toEqual([]);
  expect(soaked.tally.sent).toBe(30);
  expect(soaked.looks.length).toBeGreaterThan(1);
  for (const { rssMb, heapMb, loopMs } of soaked.looks) {
    expect(heapMb).toBeGreaterThan(5);
    expect(rssMb).toBeGreaterThan(heapMb);
    expect(loopMs).toBeGreaterThan(0);
  }
  expect(summary(soaked)).toMatch(/^commands sent +30\na second +\d+\.\d\d\nerrors +0\n/);
  expect(slack.messages.length).toBeLessThan(30); // what was seen is not kept
});

it("counts the log's errors", async () => {
  await rm(folder, { recursive: true });
  const soaked = await soakFor(200);
  expect([...soaked.tally.errors]).toEqual([['error in the log', 4]]);
  expect(summary(soaked)).toContain('errors                             4\n  error in the log                 4\n');
});

it('ends with the process, and says so', async () => {
  setTimeout(() => bot.process.kill('SIGKILL'), 200);
  const { tally } = await soakFor(60_000);
  expect(tally.errors.get('process ended')).toBe(1);
  expect(tally.sent).toBeLessThan(400); // of the 1,200 of a minute
});
