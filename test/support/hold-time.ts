import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { waitFor } from './wait-for.ts';

/** No leap of time is longer, for what reads the clock and sets no timer. */
const leapMaxMs = 15_000;
/**
 * What goes from socket to socket takes some turns of the event loop, whatever else the machine has
 * to do.
 */
const turns = 10;
/** One thing may end and the next begin between two looks. */
const quietRounds = 3;
/**
 * So often a request is waited for a millisecond; what a silent server leaves under way is for
 * longer.
 */
const waitsMax = 100;
/**
 * The same for a file, which always ends: a time-out that leaps meanwhile would give up a disk that
 * is only busy.
 */
const fileWaitsMax = 5_000;

/** How many requests servers of this process have and have not answered. */
let requests = 0;
subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('response' in message)) return;
  const { response } = message;
  if (!(response instanceof ServerResponse)) return;
  requests += 1;
  response.once('close', () => {
    requests -= 1;
  });
});

/**
 * Until the end of this test time stands still, dates too, but for what the test lets pass: from
 * one timer to the next, and between two of them for as long as requests and files need. Sockets
 * and files go on as ever.
 */
export function holdTime(): {
  pass: (ms: number) => Promise<void>;
  /** Lets time pass until `check` does not throw. @throws what `check` threw last */
  passUntil: <T>(check: () => T | Promise<T>) => Promise<T>;
} {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const leap = async (maxMs: number) => {
    const fromMs = performance.now();
    const limit = setTimeout(() => {}, Math.min(maxMs, leapMaxMs));
    await vi.advanceTimersToNextTimerAsync();
    clearTimeout(limit);
    const passedMs = performance.now() - fromMs;
    await settled();
    return passedMs;
  };
  return {
    async pass(ms) {
      for (let leftMs = ms; leftMs > 0; ) leftMs -= await leap(leftMs);
    },
    passUntil: (check) => waitFor(check, () => leap(leapMaxMs)),
  };
}

async function settled(): Promise<void> {
  for (let [waits, quiet] = [0, 0]; quiet < quietRounds; ) {
    for (let each = 0; each < turns; each += 1) await turn();
    const underWay = process
      .getActiveResourcesInfo()
      .filter((name) => /Req|ConnectWrap$/.test(name));
    quiet = requests > 0 || underWay.length > 0 ? 0 : quiet + 1;
    if (quiet > 0) continue;
    if (waits >= (underWay.some((name) => /^FSReq|^CloseReq/.test(name)) ? fileWaitsMax : waitsMax))
      return;
    waits += 1;
    await sleep(1);
  }
}
