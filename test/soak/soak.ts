import type { SlackStandIn } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { holdLoad } from './hold-load.ts';
import { type Look, lookAt } from './look.ts';
import { createTally, type Tally } from './tally.ts';

export interface SoakOptions {
  slack: SlackStandIn;
  service: SampleTransferService;
  bot: RunningBot;
  perSecond: number;
  forMs: number;
  /** How often to look at the process; memory at the start is that of the first look. */
  lookEveryMs: number;
  answerWithinMs: number;
  /** Ends it early. */
  signal: AbortSignal;
  onProgress?: (soaked: Soaked) => void;
}

export interface Soaked {
  tally: Tally;
  /** Oldest first. */
  looks: readonly Look[];
}

/** Holds the load on a bot that Slack's stand-in delivers to, and watches it, its log and its process. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const { slack, service, bot, lookEveryMs, signal, onProgress, ...load } = options;
  const tally = createTally();
  const looks: Look[] = [];
  const ended = new AbortController();
  let isOver = false;

  bot.onLine((line) => {
    if (!isOver && isError(line)) tally.countError('error in the log');
  });
  void bot.ended.then(() => {
    if (isOver) return;
    tally.countError('process ended');
    ended.abort();
  });
  const look = () =>
    lookAt(bot).then(
      (seen) => looks.push(seen),
      () => {}, // a process that has ended is counted already
    );
  const timer = setInterval(async () => {
    slack.forget();
    service.forget();
    await look();
    onProgress?.({ tally, looks });
  }, lookEveryMs);

  const either = AbortSignal.any([signal, ended.signal]);
  await holdLoad({ slack, tally, signal: either, ...load });
  clearInterval(timer);
  await look();
  isOver = true;
  return { tally, looks };
}

/** An audit line has no level; a line that is no JSON is none of the log's, and so a crash or a warning of Node's. */
function isError(line: string): boolean {
  try {
    const { level } = JSON.parse(line);
    return level === 'error' || level === 'fatal';
  } catch {
    return true;
  }
}
