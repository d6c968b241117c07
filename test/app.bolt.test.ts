import { expect, it, type TestContext, vi } from 'vitest';
import { holdClock } from './support/hold-clock.ts';
import type { RunAppOptions, RunningApp } from './support/run-app.ts';
import { runWithSamples } from './support/run-with-samples.ts';
import { waitFor } from './support/wait-for.ts';

/** The app with the sample service behind it. */
const start = (test: TestContext, mode: RunAppOptions['mode'] = 'http', env: Record<string, string> = {}) =>
  runWithSamples(test, { mode, env, slowMs: 2600 });

const lastText = (app: RunningApp) => app.answers().at(-1)?.text;
const modes = ['http', 'socket'] as const;

it.for(modes)(
  'in %s mode, answers in the ack, to the person alone, and asks again from a button',
  async (mode, test) => {
    const app = await start(test, mode);
    holdClock(); // a busy machine would say to wait first
    for (const [command, text, answer] of [
      ['/txn', 'GARO-8f3k2j1', /^✓ Successful · 25,000\.00/],
      ['/tsq', '12345698690885579', /^Requery `12345698690885579` · ✓ \*SUCCESSFUL/],
      ['/bank', 'zenith bank', /^ZENITH BANK PLC · `000015`/],
      ['/txn', '', /^`\/txn &lt;reference&gt;` Look up one transaction by its reference/],
    ] as const) {
      const delivery = await app.slack.sendCommand({ command, text });
      expect(delivery).toMatchObject({ outcome: 'acked', ackBody: { response_type: 'ephemeral' } });
      expect(app.answers().at(-1)).toMatchObject({ via: 'ack', text: expect.stringMatching(answer) });
    }
    vi.useRealTimers();
    app.service.setOutage('unavailable');
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-5p1d6w8' });
    const failed = app.answers().at(-1);
    expect(failed?.text).toContain('answered with an error');
    app.service.setOutage('none');
    const before = app.answers().length;
    await app.slack.pressButton({ messageId: failed?.id ?? '', actionId: 'txn:run:0' });
    await waitFor(() => expect(app.answers()).toHaveLength(before + 1));
    expect(lastText(app)).toContain('GARO-5p1d6w8');
    for (const answer of app.answers()) expect(answer.visibleTo).toBeDefined();
  },
);

it.for(modes)('in %s mode, a slow answer is announced after two seconds, and follows', async (mode, test) => {
  const app = await start(test, mode);
  holdClock();
  const slow = 'GARO-3s1o0w1';
  const asked = app.slack.sendCommand({ command: '/txn', text: slow });
  await waitFor(() => expect(app.service.requests).toHaveLength(1));
  vi.advanceTimersByTime(2_000);
  expect((await asked).outcome).toBe('acked');
  expect(lastText(app)).toBe(
    `Still waiting for the transfer service to answer about \`${slow}\`. The answer will follow here.`,
  );
  vi.advanceTimersByTime(600);
  await app.bot.inFlight.settled();
  expect(app.answers()[1]).toMatchObject({ via: 'response_url', text: expect.stringMatching(/^✓ Successful/) });
  for (const answer of app.answers()) expect(answer.visibleTo).toBeDefined();
});

it('calls no reference cut off where an operator says what they look like', async (test) => {
  for (const [env, isSaid] of [
    [{}, true],
    [{ REFERENCE_PATTERN: 'GARO-\\w{4,}' }, false],
  ] as const) {
    const app = await start(test, 'http', env);
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2' });
    await waitFor(() => expect(lastText(app)).toMatch(/No record of `GARO-8f3k2`/));
    expect(lastText(app)?.includes('may be cut off')).toBe(isSaid);
  }
});
