import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { StoreError } from './errors.ts';

/**
 * A longer deadline is cut to this, the deadline of calls to Slack. A quarter of this is enough for
 * any handshake.
 */
const slowestMs = 5_000;

/**
 * Lets Node spend a quarter of the deadline on connecting to each address of a host. By default
 * Node gives every address but the last 250 ms, so a host with one slow address and one dead
 * address would look unreachable.
 */
export function allowSlowHandshakes(deadlineMs: number): void {
  setDefaultAutoSelectFamilyAttemptTimeout(
    Math.max(250, Math.round(Math.min(slowestMs, deadlineMs) / 4)),
  );
}

/** Resolves after `ms`. @throws the abort reason of `signal`, as soon as `signal` is aborted */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };

    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);

    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}

/** Milliseconds since a time that `performance.now()` told. */
export function elapsedMs(sinceMs: number): number {
  return performance.now() - sinceMs;
}

/**
 * Resolves or rejects as `work` does. @throws StoreError on timeout; `work` goes on, but its result
 * is ignored
 */
export function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StoreError('ETIMEDOUT')), timeoutMs);

    work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/**
 * Runs `step` repeatedly. Each run resolves with the milliseconds to wait before the next; `wake`
 * ends the wait.
 * @param step must not reject
 */
export function createLoop(step: () => Promise<number>) {
  let waking = new AbortController();
  let isStopped = false;
  let running: Promise<void> | undefined;
  const wake = (): void => waking.abort();

  async function run(): Promise<void> {
    while (!isStopped) {
      waking = new AbortController(); // before the step, so that `wake` during it counts
      const waitMs = await step();
      if (!isStopped) await pause(waitMs, waking.signal).catch(() => {});
    }
  }

  return {
    wake,
    start(): void {
      running = run();
    },
    /** Runs no further step, and resolves when the running one has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      wake();
      await running;
    },
  };
}

/**
 * How long all long work together may run before the event loop does, in milliseconds; a step that
 * is under way then is finished first.
 */
const stretchMs = 5;
let ranMs = 0;

const isStretchOver = () => elapsedMs(ranMs) >= stretchMs;

/** Lets the event loop run once. */
export async function letOthersRun(): Promise<void> {
  await setImmediate();
  ranMs = performance.now();
}

/** Iterates over the steps of long work, and lets the event loop run between steps. */
export async function* inTurns<T>(steps: Iterable<T>): AsyncGenerator<T> {
  for (const step of steps) {
    yield step;
    if (isStretchOver()) await letOthersRun();
  }
}

/** Runs steps to their end, and lets the event loop run between them. */
export async function inSlices<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (isStretchOver()) await letOthersRun();
  }
}

/** Runs steps to their end at once. */
export function toEnd<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
export function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

/** A part of the bot that is started and stopped with the process. */
export interface Component {
  /** @throws Error when the component cannot run */
  start(): Promise<void>;
  /** Resolves when the component's work has ended. */
  stop(): Promise<void>;
}

/** Starts the parts in order, each after the previous one has started. */
export async function startAll(parts: readonly Partial<Component>[]): Promise<void> {
  for (const part of parts) await part.start?.();
}

/** Makes one part of several, which start in order and stop side by side. */
export function together(parts: readonly Partial<Component>[]): Component {
  return {
    start: () => startAll(parts),
    async stop() {
      const stops = await Promise.allSettled(parts.map((part) => part.stop?.()));
      throwAll(stops.flatMap((stop) => (stop.status === 'rejected' ? [stop.reason] : [])));
    },
  };
}

/** Starts the parts in order, also those after a failure. @throws AggregateError of all failures */
export async function startEach(parts: readonly Partial<Component>[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part.start?.().catch((error: unknown) => failures.push(error));
  throwAll(failures);
}

/**
 * Stops the parts in reverse order, since a part may use the parts before it until it has stopped
 * itself.
 * @throws AggregateError when some parts failed to stop, after every part was told to stop
 */
export async function stopAll(parts: readonly Partial<Component>[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts.toReversed())
    await part.stop?.().catch((error: unknown) => failures.push(error));
  throwAll(failures);
}

function throwAll(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}
