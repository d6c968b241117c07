import { expect, it, vi } from 'vitest';
import { inspectConfig } from '../../src/config/inspect.ts';
import { type Check, createSlackProbe, ok } from '../../src/doctor/check.ts';
import { runChecks } from '../../src/doctor/report.ts';

const inspected = inspectConfig({});
const context = { inspected, slack: createSlackProbe(inspected.config), reference: undefined };
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
    0,
    15_000,
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

it.for([
  // [how old the process is when they begin, how old it may be at its end, how old when they are asked to end]
  [200, 15_000, 13_500],
  [4_200, 15_000, 13_500],
  [60_000, 15_000, 61_000],
  [4_200, 60_000, 58_500],
] as const)(
  'ends with a process that was %d ms old and may be %d, at %d ms, and each is asked before',
  async ([ageMs, withinMs, endMs], test) => {
    vi.useFakeTimers();
    test.onTestFinished(() => void vi.useRealTimers());
    let isAsked = false;
    const running = runChecks(
      [
        check('never ends', () => new Promise(() => {})),
        check('ends when asked', ({ ending }) => {
          return new Promise((resolve) => {
            ending.addEventListener('abort', () => {
              isAsked = true;
              resolve([ok('what it saw till then')]);
            });
          });
        }),
      ],
      context,
      ageMs,
      withinMs,
    );
    await vi.advanceTimersByTimeAsync(endMs - ageMs - 1);
    expect(isAsked).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isAsked).toBe(true);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(500);
    const [never, asked] = await running;
    expect(never?.findings).toEqual([
      {
        outcome: 'problem',
        seen: `Not finished within ${Math.round((endMs - ageMs) / 1_000)} seconds.`,
        todo: 'Try again with --within 60; if it stays, see what is slow.',
      },
    ]);
    expect(asked?.findings).toEqual([ok('what it saw till then')]);
    expect(vi.getTimerCount()).toBe(0);
  },
);
