export type Deadline = ReturnType<typeof startDeadline>;

/** The end of the time that a look-up has. Uses its own controller: `AbortSignal.any` leaks on Node 20. */
export function startDeadline(timeoutMs: number) {
  const endsAtMs = performance.now() + timeoutMs;
  const controller = new AbortController();
  let expire: (error: Error) => void = () => {};
  const expired = new Promise<never>((_resolve, reject) => {
    expire = reject;
  });
  expired.catch(() => {}); // maybe nobody awaits it
  const timer = setTimeout(() => {
    controller.abort();
    expire(new Error('The deadline has passed.'));
  }, timeoutMs);
  return {
    signal: controller.signal,
    expired,
    remainingMs: () => endsAtMs - performance.now(),
    stop: () => clearTimeout(timer),
  };
}
