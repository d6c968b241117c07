import type { SlackFailure, SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { header } from '../../src/blocks/blocks.ts';
import { chooseBlockForm } from '../../src/slack/people.ts';
import { logLines } from '../support/log-lines.ts';
import { clientOf } from './support.ts';

let slack: SlackStandIn;
beforeEach(async () => {
  slack = await createSlackStandIn();
});
afterEach(() => slack.close());

/** The choice as the app makes it, with a sample of the test's own, and what the log says of it. */
async function choice({ isClassic = false, sample = header('A') } = {}) {
  const log = logLines();
  const { logger } = log;
  const form = await chooseBlockForm({ client: clientOf(slack, logger), sample, isClassic, logger });
  return { form, said: log.entries().filter(({ from }) => from !== 'slack-libraries') };
}

describe('the form of answers', () => {
  it('is the current one once Slack has taken a sample', async () => {
    const { form, said } = await choice();
    expect(form).toBe('current');
    expect(slack.calls.map(({ args }) => args)).toEqual([{ message: { blocks: [header('A')] } }]);
    expect(said).toEqual([expect.objectContaining({ level: 'info', blocks: 'current' })]);
  });

  it('is the classic one when Slack dislikes the sample; the log says where and why', async () => {
    const { form, said } = await choice({ sample: header('') });
    expect(form).toBe('classic');
    const why = { code: 'invalid_message', mistakes: ['/blocks/0/text/text failed_constraint'] };
    expect(said).toEqual([expect.objectContaining({ level: 'warn', blocks: 'classic', ...why })]);
  });

  it.each<[string, SlackFailure, string | undefined]>([
    ['does not know the method', { error: 'unknown_method' }, 'unknown_method'],
    ['answers with nothing', { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }, undefined],
  ])('is the classic one when Slack %s', async (_what, failure, code) => {
    slack.setFailure('blocks.validate', failure);
    const { form, said } = await choice();
    expect(form).toBe('classic');
    expect(said).toMatchObject([{ level: 'warn', blocks: 'classic', ...(code && { code }) }]);
  });

  it('is the classic one where the operator wants it, and Slack is not asked', async () => {
    expect(await choice({ isClassic: true })).toEqual({ form: 'classic', said: [] });
    expect(slack.calls).toEqual([]);
  });
});
