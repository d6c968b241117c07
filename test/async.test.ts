import { expect, it } from 'vitest';
import { type Component, startAll, stopAll, unlessAborted } from '../src/async.ts';

it('what is given up already is not waited for', async () => {
  const given = AbortSignal.abort(new Error('given up'));
  await expect(unlessAborted(given, new Promise(setImmediate))).rejects.toThrow('given up');
});

const steps: string[] = [];
const part = (name: string, { failing = '' } = {}): Component => {
  const step = (what: string) => async () => {
    steps.push(`${what} ${name}`);
    if (failing === what) throw new Error(`${name} does not ${what}`);
  };
  return { start: step('start'), stop: step('stop') };
};

it('parts start in order and stop in reverse', async () => {
  steps.length = 0;
  const parts = [part('health'), part('answering')];
  await startAll(parts);
  await stopAll(parts);
  expect(steps).toEqual(['start health', 'start answering', 'stop answering', 'stop health']);
});

it('a part that does not start keeps those after it from starting', async () => {
  steps.length = 0;
  await expect(startAll([part('health', { failing: 'start' }), part('answering')])).rejects.toThrow('health');
  expect(steps).toEqual(['start health']);
});

it('a part that does not stop keeps no other from stopping', async () => {
  steps.length = 0;
  await expect(stopAll([part('health'), part('answering', { failing: 'stop' })])).rejects.toThrow('answering');
  expect(steps).toEqual(['stop answering', 'stop health']);
});
