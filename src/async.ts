import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { StoreError } from './errors.ts';

/** Upper bound of the deadline, as for calls to Slack: a quarter of it is enough for any handshake. */
const slowestMs = 5_000;

/**
 * Gives each address of a host a quarter of the deadline to connect. Node gives all but the last one 250 ms, so a slow
 * handshake at one address and a dead other address would look like an unreachable host.
 */
export function allowSlowHandshakes(deadlineMs: number): void {
  setDefaultAutoSelectFamilyAttemptTimeout(Math.max(250, Math.round(Math.min(slowestMs, deadlineMs) / 4)));
}

/** Resolves after `ms`. @throws the reason of `signal` once it is aborted */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise: passed, resolve } = withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await (signal ? unlessAborted(signal, passed) : passed).finally(() => clearTimeout(timer));
}

/** Settles as `work` does. @throws StoreError on timeout; `work` continues, its result ignored */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = pause(timeoutMs, ended.signal).then(() => Promise.reject(new StoreError('ETIMEDOUT')));
  return await Promise.race([work, late]).finally(() => ended.abort());
}

/** Settles as `work` does. @throws the reason of `signal` once aborted; `work` continues, its result ignored */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}

/**
 * Runs a step repeatedly: each returns how many milliseconds to wait before the next; `wake` runs it at once.
 * @param step must not reject
 */
export function createLoop(step: () => Promise<number>) {
  let rest = new AbortController();
  let isStopped = false;
  let ended: Promise<void> | undefined;
  const wake = (): void => rest.abort();

  async function run(): Promise<void> {
    while (!isStopped) {
      rest = new AbortController();
      const restMs = await step();
      if (!isStopped) await pause(restMs, rest.signal).catch(() => {});
    }
  }

  return {
    wake,
    start(): void {
      ended = run();
    },
    /** Resolves when the running step has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      wake();
      await ended;
    },
  };
}

/** `Promise.withResolvers`, which Node 20 lacks. */
export function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
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

/**
 * Stops the parts in reverse order: a part may use the ones before it until it has stopped.
 * @throws AggregateError, after trying to stop every part, when some failed to stop
 */
export async function stopAll(parts: readonly Partial<Component>[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts.toReversed()) await part.stop?.().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}
