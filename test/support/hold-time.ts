import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { tryUntil } from './try-until.ts';

const stepMs = 500;
const leapMaxMs = 10_000;
const pauseMs = 2;

/**
 * Until the end of this test time stands still, dates too, but for what the test lets pass. Sockets and files go on as
 * ever.
 */
export function holdTime(): {
  pass: (ms: number) => Promise<void>;
  /** Lets time pass until `check` does not throw. @throws what `check` threw last */
  passUntil: <T>(check: () => T | Promise<T>) => Promise<T>;
} {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const step = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await sleep(pauseMs); // for sockets and files
  };
  return {
    async pass(ms) {
      const byMs = Math.min(Math.max(stepMs, ms / 200), leapMaxMs);
      for (let passedMs = 0; passedMs < ms; passedMs += byMs) await step(Math.min(byMs, ms - passedMs));
    },
    passUntil: (check) => tryUntil(check, () => step(stepMs)),
  };
}
