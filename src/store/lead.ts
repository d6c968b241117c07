import { randomUUID } from 'node:crypto';
import { type Component, createLoop } from '../async.ts';
import type { Events, SlackCall } from '../ops/events.ts';
import { claimScript } from './redis.ts';
import type { RedisConnection } from './redis-connection.ts';
import type { Lead } from './state.ts';

/** TTL of the lead: how long after a kill another process can take it. */
const ttlMs = 15_000;
const renewEveryMs = 5_000;
/** Interval at which the other processes try to take the lead. */
const tryEveryMs = 2_000;
/** How long Slack may be unreachable for the leader: another process may reach it. */
const slackSilenceMs = 60_000;
const silences = new Set<string | undefined>(['timeout', 'unreachable', 'proxy']);

/** The lead of all processes with this namespace: a key in Redis with a TTL. */
export function createRedisLead(
  { ask }: RedisConnection,
  namespace: string,
  events: Events,
): Lead & Component {
  const owner = randomUUID();
  let wasMine = false;
  // By `performance.now()`, which no clock that is set moves.
  let heldUntilMs = 0;
  let restsUntilMs = 0;
  let silentSinceMs: number | undefined;
  const isMine = () => performance.now() < heldUntilMs;
  const claim = (forMs: number) =>
    ask((redis) => redis.eval(claimScript, 1, `${namespace}:lead`, owner, forMs));
  /** Gives up the lead, if this process has it: a TTL of 0 releases the key. */
  const resign = () => claim(0).catch(() => {});

  function report(): void {
    if (isMine() === wasMine) return;
    wasMine = !wasMine;
    events.emit('lead', wasMine);
  }

  const loop = createLoop(async () => {
    report(); // a process that was stopped has lost it, even if it has it again at once

    const nowMs = performance.now();
    const isResting = () => nowMs < restsUntilMs;
    // 1: this process leads; 0: another one does, or this one rests; `undefined`: Redis is away, so
    // that a lead ends by its time.
    const claimed = isResting() ? 0 : await claim(ttlMs).catch(() => undefined);

    // Asked again, as this process may have resigned during the claim.
    if (isResting() || claimed === 0) heldUntilMs = 0;
    else if (claimed === 1) heldUntilMs = nowMs + ttlMs;
    report();

    return claimed === 1 ? renewEveryMs : tryEveryMs;
  });

  /** Resigns when Slack has answered no call for a minute, and lets the others try first. */
  function followSlack({ failure }: SlackCall): void {
    const nowMs = performance.now();
    silentSinceMs = silences.has(failure) ? (silentSinceMs ?? nowMs) : undefined;
    if (!isMine() || nowMs - (silentSinceMs ?? nowMs) < slackSilenceMs) return;

    silentSinceMs = undefined;
    restsUntilMs = nowMs + ttlMs;
    void resign();
    loop.wake();
  }

  return {
    isMine,
    async start() {
      events.on('slackCall', followSlack);
      loop.start();
    },
    async stop() {
      await loop.stop();
      await resign();
    },
  };
}
