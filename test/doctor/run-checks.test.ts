import { expect, it, vi } from 'vitest';
import { inspectConfig } from '../../src/config/inspect.ts';
import { type Check, ok } from '../../src/doctor/check.ts';
import { runChecks } from '../../src/doctor/run-checks.ts';
import { createSlackProbe } from '../../src/doctor/slack-probe.ts';

const inspected = inspectConfig({});
const context = { inspected, slack: createSlackProbe(inspected.config), reference: undefined, isPatient: false };
const check = (name: string, run: Check['run'], needs: string[] = []): Check => ({ name, needs, run });

it('runs every check, whatever becomes of the others', async () => {
  const checked = await runChecks(
    [
      check('a', () => Promise.reject(new TypeError('canary'))),
      check('b', async () => [ok('well')]),
      check('c', async () => [ok('not said')], ['SLACK_BOT_TOKEN']),
      { ...check('d', async () => [ok('not said')], ['SLACK_BOT_TOKEN']), isAsked: () => false },
    ],
    context,
  );
  expect(checked).toEqual([
    {
      name: 'a',
      findings: [
        {
          outcome: 'problem',
          seen: 'The check itself broke (TypeError).',
          todo: 'Report it: this is a mistake in txnbot.',
        },
      ],
    },
    { name: 'b', findings: [{ outcome: 'ok', seen: 'well' }] },
    { name: 'c', findings: [{ outcome: 'note', seen: 'Not tried: SLACK_BOT_TOKEN must be right first.' }] },
    { name: 'd', findings: [] },
  ]);
});

it('waits for none longer than 12.5 seconds, and asks each to end before', async (test) => {
  vi.useFakeTimers();
  test.onTestFinished(() => void vi.useRealTimers());
  const running = runChecks(
    [
      check('never ends', () => new Promise(() => {})),
      check('ends when asked', ({ ending }) => {
        return new Promise((resolve) => ending.addEventListener('abort', () => resolve([ok('what it saw till then')])));
      }),
    ],
    context,
  );
  await vi.advanceTimersByTimeAsync(12_500);
  const [never, asked] = await running;
  expect(never?.findings).toEqual([
    {
      outcome: 'problem',
      seen: 'Not finished within 12 seconds.',
      todo: 'Try again; if it stays, see what is slow.',
    },
  ]);
  expect(asked?.findings).toEqual([ok('what it saw till then')]);
  expect(vi.getTimerCount()).toBe(0);
});
