import type { SlackFailure, SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { header } from '../../src/blocks/blocks.ts';
import { createBlockForm } from '../../src/slack/block-form.ts';
import { holdClock } from '../support/hold-clock.ts';
import { logLines } from '../support/log-lines.ts';
import { waitFor } from '../support/wait-for.ts';
import { clientOf } from './support.ts';

let slack: SlackStandIn;
beforeEach(async () => {
  slack = await createSlackStandIn();
});
afterEach(() => slack.close());

/** The choice as the app makes it, with samples of the test's own, and what the log says of it. */
function choice({ isClassic = false, samples = { one: [header('A')], two: [header('B')] } } = {}) {
  const log = logLines();
  const { logger } = log;
  const form = createBlockForm({ client: clientOf(slack, logger), samples: () => samples, isClassic, logger });
  return { ...form, said: () => log.entries().filter(({ from }) => from !== 'slack-libraries') };
}
const asked = () => slack.requests.filter((request) => request === 'blocks.validate').length;

describe('the form of answers', () => {
  it('is the current one once Slack has taken a sample of each kind', async () => {
    const form = choice();
    expect(form.current()).toBe('classic');
    await form.choose();
    expect(form.current()).toBe('current');
    expect(slack.calls.map(({ args }) => args)).toEqual([
      { message: { blocks: [header('A')] } },
      { message: { blocks: [header('B')] } },
    ]);
    expect(form.said()).toEqual([expect.objectContaining({ level: 'info', blocks: 'current' })]);
  });

  it('is the classic one when Slack dislikes a sample; the log says which one, where and why', async () => {
    const form = choice({ samples: { one: [header('A')], two: [header('B'), header('')] } });
    await form.choose();
    expect(form.current()).toBe('classic');
    expect(form.said()).toEqual([
      expect.objectContaining({
        level: 'warn',
        blocks: 'classic',
        sample: 'two',
        code: 'invalid_message',
        mistakes: ['/blocks/1/text/text failed_constraint'],
      }),
    ]);
  });

  it.each<[string, SlackFailure, string | undefined]>([
    ['does not know the method', { error: 'unknown_method' }, 'unknown_method'],
    ['answers with nothing', { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }, undefined],
  ])('is the classic one when Slack %s', async (_what, failure, code) => {
    slack.setFailure('blocks.validate', failure);
    const form = choice();
    await form.choose();
    expect(form.current()).toBe('classic');
    expect(form.said()).toMatchObject([{ level: 'warn', blocks: 'classic', sample: 'one', ...(code && { code }) }]);
  });

  it('is the classic one while Slack was asked too often, and asked for again when Slack allows that', async () => {
    holdClock();
    slack.setFailure('blocks.validate', { status: 429, headers: { 'retry-after': '30' } }, 2);
    const form = choice();
    await form.choose();
    expect(form.said()).toMatchObject([{ level: 'warn', blocks: 'classic', retryAfterMs: 30_000 }]);
    vi.advanceTimersByTime(29_999);
    expect(asked()).toBe(2);
    expect(form.current()).toBe('classic');
    vi.advanceTimersByTime(1);
    await waitFor(() => expect(form.current()).toBe('current'));
    expect(asked()).toBe(4);
  });

  it('is not asked for again once the bot stops', async () => {
    slack.setFailure('blocks.validate', { status: 429, headers: { 'retry-after': '30' } });
    const stopped = choice();
    const choosing = stopped.choose();
    stopped.stop();
    await choosing;
    expect(stopped.said()).toEqual([]);
  });

  it('is the classic one where the operator wants it, and Slack is not asked', async () => {
    const form = choice({ isClassic: true });
    await form.choose();
    expect(form.current()).toBe('classic');
    expect(asked()).toBe(0);
    expect(form.said()).toEqual([expect.objectContaining({ level: 'info', blocks: 'classic' })]);
  });
});
