import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSlackStandIn } from './slack-stand-in.ts';
import type { SlackStandIn } from './types.ts';

let slack: SlackStandIn;
beforeEach(async () => {
  slack = await createSlackStandIn();
});
afterEach(() => slack.close());

/** Without a token: the method wants none. */
async function validate(args: Record<string, unknown>): Promise<unknown> {
  const form = Object.entries(args).map(([name, value]) => [name, JSON.stringify(value)]);
  const response = await fetch(`${slack.apiUrl}blocks.validate`, { method: 'POST', body: new URLSearchParams(form) });
  return response.json();
}

const section = { type: 'section', text: { type: 'plain_text', text: 'Hello' } };
const modal = { type: 'modal', title: { type: 'plain_text', text: 'A' } };

it.each([
  { blocks: [section] },
  { message: { blocks: [section] } },
  { view: { ...modal, blocks: [section] } },
  { view: { type: 'home', blocks: [section] } },
])('takes %j, and shows nobody', async (args) => {
  expect(await validate(args)).toEqual({ ok: true });
  expect(slack.messages).toEqual([]);
  expect(slack.views).toEqual([]);
  expect(slack.breaches).toEqual([]);
});

it.each([
  ['blocks', [{ ...section, text: { text: 'x' } }], 'invalid_blocks', '/0/text/type', 'failed_constraint'],
  ['blocks', [{ ...section, colour: 'red' }], 'invalid_blocks', '/0', 'unknown_field'],
  ['blocks', 'hello', 'invalid_blocks', '', 'failed_constraint'],
  ['message', { blocks: [section, { type: 'header' }] }, 'invalid_message', '/blocks/1/text', 'missing_field'],
  [
    'message',
    { blocks: [{ type: 'container', title: section.text, child_blocks: [{ type: 'rich_text', elements: [] }] }] },
    'invalid_message',
    '/blocks/0/child_blocks/0/type',
    'failed_constraint',
  ],
  ['view', { ...modal, blocks: [{ type: 'table', rows: [] }] }, 'invalid_view', '/blocks/0/type', 'failed_constraint'],
  ['message', { blocks: Array(51).fill(section) }, 'invalid_message', '/blocks', 'failed_constraint'],
  [
    'blocks',
    [
      { ...section, block_id: 'a' },
      { ...section, block_id: 'a' },
    ],
    'invalid_blocks',
    '',
    'failed_constraint',
  ],
])('says what is wrong with %s %j', async (name, value, error, pointer, code) => {
  expect(await validate({ [name]: value })).toMatchObject({
    ok: false,
    error,
    errors: [{ pointer, code, message: expect.stringMatching(/./) }],
  });
});

it.each([{}, { blocks: [section], message: { blocks: [section] } }])('wants exactly one of three: %j', async (args) => {
  expect(await validate(args)).toEqual({ ok: false, error: 'invalid_arguments' });
});
