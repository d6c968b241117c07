import { expect, it } from 'vitest';
import { blocks } from '../../src/doctor/slack.ts';
import { createExamined } from '../support/examine.ts';

it('are tried in the kind that only the current form has, and nothing is posted', async (test) => {
  const { examine, slack } = await createExamined(test);
  expect(await examine(blocks)).toEqual(['ok Slack takes the current form of blocks.']);
  expect(slack.requests.filter((method) => method === 'blocks.validate')).toHaveLength(2);
  expect(slack.messages).toEqual([]);
});

it('are not tried where the configuration wants the classic form', async (test) => {
  const { examine, slack } = await createExamined(test);
  expect(await examine(blocks, { BLOCKS: 'classic' })).toEqual([]);
  expect(slack.requests).toEqual([]);
});

it.for([
  [
    { error: 'invalid_message' },
    'note Slack does not take a data_table: invalid_message. The bot answers in the classic',
  ],
  [{ error: 'unknown_method' }, 'note Not tried: this Slack does not know what it takes to judge blocks.'],
  [{ status: 429, headers: { 'retry-after': '60' } }, 'note Slack was asked too often to judge blocks.'],
] as const)('say what Slack answered, %j', async ([failure, line], test) => {
  const { examine, slack } = await createExamined(test);
  slack.setFailure('blocks.validate', failure);
  expect(await examine(blocks)).toEqual([expect.stringContaining(line)]);
});
