import { onTestFinished, vi } from 'vitest';

/**
 * Until the end of this test its clock stands still but for `vi.advanceTimersByTime`: the bot's,
 * and the stand-ins' in this process. Dates, sockets and `AbortSignal.timeout` go on as ever.
 */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/**
 * Until the end of this test `AbortSignal.timeout`, which no fake clock moves, passes when the test
 * says so.
 */
export function holdTimeouts() {
  let pending: { ms: number; controller: AbortController }[] = [];
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    pending.push({ ms, controller });
    return controller.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return {
    /**
     * Those that were asked for and have not passed, in milliseconds: also what a test before this
     * one left behind.
     */
    get pendingMs() {
      return pending.map(({ ms }) => ms);
    },
    /** Lets those of so many milliseconds or less pass. */
    expire(ms: number) {
      const isOver = (each: { ms: number }) => each.ms <= ms;
      const over = pending.filter(isOver);
      pending = pending.filter((each) => !isOver(each));
      for (const { controller } of over)
        controller.abort(
          new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
        );
    },
  };
}
