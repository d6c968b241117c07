import { createSlackStandIn, type SlackFailure } from 'slack-sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { header } from '../../src/blocks/blocks.ts';
import { chooseBlockForm } from '../../src/slack/people.ts';
import { logLines } from '../support/log-lines.ts';
import { runApp } from '../support/run-app.ts';
import { clientOf } from './support.ts';

/** The choice as the app makes it, with a sample of the test's own, and what the log says of it. */
async function choose({ text = 'A', failure }: Row) {
  const slack = await createSlackStandIn();
  onTestFinished(() => slack.close());
  slack.setFailure('blocks.validate', failure);
  const { logger, entries } = logLines();
  const form = await chooseBlockForm(clientOf(slack, logger), header(text), logger);
  return { form, said: entries().filter(({ from }) => from === undefined) };
}

interface Row {
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
])('when %s: %j, answers have the %s form', async (_when, row, form, said) => {
  expect(await choose(row)).toMatchObject({ form, said: said.map((line) => ({ blocks: form, ...line })) });
});

it('with BLOCKS=classic, Slack is not asked', async () => {
  const app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1' }, env: { BLOCKS: 'classic' } });
  expect(app.slack.requests).not.toContain('blocks.validate');
  await app.stop();
});
