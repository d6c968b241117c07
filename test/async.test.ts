import {
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net';
import { expect, it, vi } from 'vitest';
import {
  allowSlowHandshakes,
  type Component,
  pause,
  startAll,
  stopAll,
  together,
  withResolvers,
} from '../src/async.ts';

it('pause() rejects at once if its signal is already aborted', async () => {
  const given = AbortSignal.abort(new Error('given up'));
  await expect(pause(60_000, given)).rejects.toThrow('given up');
});

it('each address of a host has a quarter of the deadline to connect, and Slack’s at most', (test) => {
  const usualMs = getDefaultAutoSelectFamilyAttemptTimeout();
  test.onTestFinished(() => setDefaultAutoSelectFamilyAttemptTimeout(usualMs));
  const givenMs = [8_000, 2_000, 100].map((deadlineMs) => {
    allowSlowHandshakes(deadlineMs);
    return getDefaultAutoSelectFamilyAttemptTimeout();
  });
  expect(givenMs).toEqual([1_250, 500, 250]);
});

const steps: string[] = [];
const part = (name: string, failing = ''): Component => {
  const step = (what: string) => async () => {
    steps.push(`${what} ${name}`);
    if (failing === what) throw new Error(`${name} does not ${what}`);
  };
  return { start: step('start'), stop: step('stop') };
};

it('components start in order until one fails, and stop in reverse even if one fails', async () => {
  const health = part('health');
  await startAll([health, {}, part('answering')]);
  await expect(startAll([part('folder', 'start'), health])).rejects.toThrow('folder');
  await expect(stopAll([health, {}, part('answering', 'stop')])).rejects.toThrow('answering');
  const started = ['start health', 'start answering', 'start folder'];
  expect(steps).toEqual([...started, 'stop answering', 'stop health']);
});

it('parts that work together stop side by side, also if one fails', async () => {
  const ended = withResolvers<void>();
  const waiting = { start: async () => {}, stop: () => ended.promise };
  const closed = vi.fn(async () => ended.resolve());
  const fails = part('a list', 'stop');
  await expect(together([{ stop: closed }, waiting, fails]).stop()).rejects.toThrow(
    'a list does not stop',
  );
  expect(closed).toHaveBeenCalledOnce();
});
