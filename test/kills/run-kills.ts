import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn } from 'slack-sandbox';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { startChangingService } from '../support/changing-service.ts';
import { type Processes, startProcesses } from './processes.ts';
import { judge, type Verdict } from './verdict.ts';

export interface KillsOptions {
  kills: number;
  watches: number;
  /** How long a process lives at most after it has started, in milliseconds. */
  livesMs: number;
  /** How many processes there are; one is killed at a time. More than one need a Redis. */
  processes?: number;
  redisUrl?: string | undefined;
  onProgress?: (line: string) => void;
}

export interface Killed extends Verdict {
  kills: number;
  watches: number;
  /** Rules of Slack that were broken. */
  breaches: readonly string[];
}

const perPerson = 25;
const words = ['pending', 'processing', 'queued', 'submitted'];
const last = 'successful';
const quietMs = 25_000;
const tryAgainMs = 200;

/**
 * Kills the bundle with −9 at random moments, again and again, while people begin watches and while statuses change, and
 * looks at the end whether everybody was told everything.
 */
export async function runKills(options: KillsOptions): Promise<Killed> {
  const { kills, watches, livesMs, processes = 1, redisUrl, onProgress = () => {} } = options;
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-kills-'));
  const slack = await createSlackStandIn();
  const service = await startChangingService();
  const env = {
    ...botSettings(slack, { baseUrl: service.url, token: 'open-sesame' }),
    ...(redisUrl === undefined ? { STATE_DIR: folder } : { REDIS_URL: redisUrl }),
    WATCH_SCHEDULE: '1s',
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_TOTAL_PER_MINUTE: '1000000',
    BLOCKS: 'classic', // the form that is read below
    LOG_LEVEL: 'warn',
  };
  const wanted = Array.from({ length: watches }, (_, index) => ({
    personId: `U0P${Math.floor(index / perPerson)}`,
    reference: `GARO-${1000 + index}`,
  }));
  const references = wanted.map(({ reference }) => reference);
  const confirmed = new Map<string, string>();
  let running: Processes | undefined;

  try {
    const bots = await startProcesses(processes, env);
    running = bots;
    slack.deliverTo(bots.requestUrl);
    const begun = beginAll(slack, wanted, confirmed);
    let left = kills;
    const killAgain = async () => {
      left -= 1;
      // Every second one dies in the worst moment: a message has just reached Slack.
      const said = left % 2 === 0 ? nextMessage(slack) : undefined;
      await Promise.race([sleep(Math.random() * livesMs), ...(said ? [said] : [])]);
      await bots.killOne();
      onProgress(`${kills - left} killed, ${confirmed.size} watches confirmed`);
    };
    for (let early = Math.floor(kills / 5); early > 0; early -= 1) await killAgain();
    await begun;
    while (left > 0) {
      const some = references.filter(() => Math.random() < 0.3);
      for (const reference of some)
        service.set([reference], { status: words[Math.floor(Math.random() * words.length)] });
      await killAgain();
    }
    service.set(references, { status: last });
    await untilOver(slack, bots);
    const told = slack.messages.filter(({ author, via }) => author === 'bot' && via === 'chat.postMessage');
    // While one is dead, Slack says so to whoever asks; another one acks what it had only once its lease is over.
    const breaches = slack.breaches.filter((breach) => !/failed|timed_out/.test(breach));
    const verdict = judge(told, confirmed, last);
    return { ...verdict, kills, watches: confirmed.size, breaches };
  } finally {
    await running?.end();
    await slack.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each watch is asked for until the person reads that it is kept. */
async function beginAll(
  slack: SlackStandIn,
  wanted: readonly { personId: string; reference: string }[],
  confirmed: Map<string, string>,
): Promise<void> {
  const left = [...wanted];
  const inTurn = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      while (!(await begin(slack, next.personId, next.reference))) await sleep(tryAgainMs);
      confirmed.set(`${next.personId} ${next.reference}`, 'pending');
    }
  };
  await Promise.all(Array.from({ length: 4 }, inTurn));
}

async function begin(slack: SlackStandIn, userId: string, reference: string): Promise<boolean> {
  const answer = (start: RegExp) =>
    slack.messages.findLast(
      ({ author, visibleTo, text }) =>
        author === 'bot' && visibleTo === userId && start.test(text) && text.includes(reference),
    );
  await slack.sendCommand({ command: '/txn', text: reference, userId });
  const card = answer(/^◷/);
  if (!card) return false;
  await slack.pressButton({ messageId: card.id, actionId: 'txn:watch', userId }).catch(() => {});
  for (let waits = 0; waits < 10; waits += 1) {
    if (answer(/^Watching/)) return true;
    await sleep(tryAgainMs);
  }
  return false;
}

function nextMessage(slack: SlackStandIn): Promise<void> {
  const before = slack.messages.length;
  return new Promise((resolve) => {
    const stop = slack.subscribe(() => {
      if (!slack.messages.slice(before).some(({ via }) => via === 'chat.postMessage' || via === 'response_url')) return;
      stop();
      resolve();
    });
  });
}

/** Until each watch has ended with its last change, or nobody was told anything for longer than a letter waits. */
async function untilOver(slack: SlackStandIn, bots: Processes): Promise<void> {
  let heardAtMs = performance.now();
  const stop = slack.subscribe(() => {
    heardAtMs = performance.now();
  });
  while (performance.now() - heardAtMs < quietMs && !(await bots.haveNoWatch())) await sleep(tryAgainMs);
  stop();
}
