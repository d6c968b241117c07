import { createSlackStandIn, type SlackFailure } from 'slack-sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { header } from '../../src/blocks/blocks.ts';
import { chooseBlockForm } from '../../src/slack/people.ts';
import { logLines } from '../support/log-lines.ts';
import { clientOf } from './support.ts';

/** The choice as the app makes it, with a sample of the test's own, and what the log says of it. */
async function choose({ isClassic = false, text = 'A', failure }: Row) {
  const slack = await createSlackStandIn();
  onTestFinished(() => slack.close());
  slack.setFailure('blocks.validate', failure);
  const { logger, entries } = logLines();
  const form = await chooseBlockForm({ client: clientOf(slack, logger), sample: header(text), isClassic, logger });
  return { form, asked: slack.requests, said: entries().filter(({ from }) => from === undefined) };
}

interface Row {
  isClassic?: boolean;
  text?: string;
  failure?: SlackFailure;
}

const empty = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
const mistakes = ['/blocks/0/text/text failed_constraint'];

it.each<[string, Row, 'current' | 'classic', object[]]>([
  ['Slack takes the sample', {}, 'current', [{ level: 'info' }]],
  ['Slack dislikes it', { text: '' }, 'classic', [{ level: 'warn', code: 'invalid_message', mistakes }]],
  ['Slack lacks the method', { failure: { error: 'unknown_method' } }, 'classic', [{ code: 'unknown_method' }]],
  ['Slack answers nothing', { failure: empty }, 'classic', [{ level: 'warn' }]],
  ['the operator wants it', { isClassic: true }, 'classic', []],
])('when %s: %j, answers have the %s form', async (_when, row, form, said) => {
  const chosen = await choose(row);
  expect(chosen).toMatchObject({ form, said: said.map((line) => ({ blocks: form, ...line })) });
  expect(chosen.asked).toEqual(row.isClassic ? [] : ['blocks.validate']);
});
