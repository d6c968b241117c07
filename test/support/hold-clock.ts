import { onTestFinished, vi } from 'vitest';

/**
 * Until the end of this test its clock stands still but for `vi.advanceTimersByTime`: the bot's, and the stand-ins' in
 * this process. Dates, sockets and `AbortSignal.timeout` go on as ever.
 */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}
