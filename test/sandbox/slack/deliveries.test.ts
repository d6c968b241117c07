import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlackStandIn } from './slack-stand-in.ts';
import { type PlainBot, startPlainBot } from './start-plain-bot.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn;
let bot: PlainBot | undefined;

beforeEach(async () => {
  slack = await createSlackStandIn();
});

afterEach(async () => {
  bot?.close();
  await slack.close();
});

async function ask(reply: (response: ServerResponse) => void) {
  bot = await startPlainBot(reply);
  slack.deliverTo(bot.requestUrl);
  return slack.sendCommand({ command: '/bank', text: 'Zénith & <sons>' });
}

const button = { type: 'button', action_id: 'bank:show', text: { type: 'plain_text', text: 'Show' }, value: '000015' };
const json = { 'content-type': 'application/json; charset=utf-8' };
const jsonAck = (body: object) => (response: ServerResponse) => response.writeHead(200, json).end(JSON.stringify(body));

describe('a delivery over HTTP', () => {
  it('is a form with the fields of Slack, signed', async () => {
    const delivery = await ask((response) => response.end());
    const { headers, body } = bot?.requests[0] ?? { headers: {}, body: '' };
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    const timestamp = headers['x-slack-request-timestamp'];
    const hash = createHmac('sha256', slack.signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
    expect(headers['x-slack-signature']).toBe(`v0=${hash}`);
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      token: expect.stringMatching(/^\w+$/),
      team_id: workspace.teamId,
      team_domain: workspace.teamDomain,
      channel_id: workspace.channelId,
      channel_name: workspace.channelName,
      user_id: workspace.personId,
      user_name: workspace.personName,
      command: '/bank',
      text: 'Zénith & <sons>',
      api_app_id: workspace.appId,
      is_enterprise_install: 'false',
      response_url: delivery.responseUrl,
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[0-9a-f]{32}$/),
    });
  });

  it('times out after three seconds, even while the body still comes', async () => {
    const delivery = await ask((response) => response.writeHead(200).write('not finished'));
    expect(delivery).toMatchObject({ outcome: 'timed_out' });
    expect(delivery.ackMs).toBeGreaterThanOrEqual(2_990);
    expect(slack.messages[1]).toMatchObject({
      author: 'slack',
      text: '/bank failed because the app did not respond',
      visibleTo: workspace.personId,
    });
    expect(slack.breaches).toHaveLength(1);
  });

  it.each([404, 302, 500])('fails on status %i', async (status) => {
    const delivery = await ask((response) => response.writeHead(status, { location: '/elsewhere' }).end());
    expect(delivery).toMatchObject({ outcome: 'failed', httpStatus: status });
    expect(slack.messages[1]).toMatchObject({
      author: 'slack',
      text: '/bank failed with the error "dispatch_failed"',
    });
    expect(slack.breaches).toHaveLength(1);
  });

  it('fails when the connection breaks', async () => {
    const delivery = await ask((response) => response.destroy());
    expect(delivery.outcome).toBe('failed');
  });

  it('fails when the bot is on neither HTTP nor a WebSocket', async () => {
    expect(await slack.sendCommand({ command: '/bank', text: 'zenith' })).toMatchObject({ outcome: 'failed' });
  });
});

describe('an ack with a body', () => {
  it('is a message to the asker alone, unless it says in_channel', async () => {
    await ask(jsonAck({ text: 'Only you' }));
    expect(slack.messages[1]).toMatchObject({ text: 'Only you', visibleTo: workspace.personId });
    await ask(jsonAck({ text: 'Everyone', response_type: 'in_channel' }));
    expect(slack.messages[3]).not.toHaveProperty('visibleTo');
    expect(slack.breaches).toEqual([]);
  });

  it('is shown as text when JSON comes without its content type', async () => {
    await ask((response) => response.end('{"text":"Hello"}'));
    expect(slack.messages[1]?.text).toBe('{"text":"Hello"}');
    expect(slack.breaches).toEqual([expect.stringContaining('application/json')]);
  });

  it('shows nothing when the JSON is broken', async () => {
    await ask((response) => response.writeHead(200, json).end('{"text":'));
    expect(slack.messages).toHaveLength(1);
    expect(slack.breaches).toHaveLength(1);
  });

  it('is kept with its breaches when Slack would refuse it', async () => {
    await ask(jsonAck({ text: 'Hi', blocks: [{ type: 'header', text: { type: 'mrkdwn', text: 'No' } }] }));
    expect(slack.messages[1]).toMatchObject({ text: 'Hi', breaches: [expect.stringContaining('blocks[0] (header)')] });
    expect(slack.breaches).toHaveLength(1);
  });

  it('is a breach when a button was pressed', async () => {
    await ask(jsonAck({ text: 'Look', blocks: [{ type: 'actions', elements: [button] }] }));
    const messageId = slack.messages[1]?.id ?? '';
    expect(await slack.pressButton({ messageId, actionId: 'bank:show' })).toMatchObject({ outcome: 'acked' });
    expect(slack.breaches).toEqual([expect.stringContaining('ignores a body')]);
  });
});

describe('a button', () => {
  it('without ids gets them from Slack', async () => {
    const { action_id: _, ...nameless } = button;
    const section = { type: 'section', text: { type: 'plain_text', text: 'Row' }, accessory: nameless };
    await ask(jsonAck({ text: 'Rows', blocks: [{ type: 'actions', elements: [nameless] }, section] }));
    const [row, other] = slack.messages[1]?.blocks ?? [];
    expect(row).toMatchObject({ block_id: expect.any(String), elements: [{ action_id: expect.any(String) }] });
    expect(other).toMatchObject({ block_id: expect.any(String), accessory: { action_id: expect.any(String) } });
    expect(slack.messages[1]?.payload).not.toHaveProperty('blocks[0].block_id');
  });

  it('can be pressed only where it is and by who sees it', async () => {
    const rows = ['a', 'b'].map((block_id) => ({
      type: 'section',
      block_id,
      text: { type: 'plain_text', text: block_id },
      accessory: { ...button, value: block_id },
    }));
    await ask(jsonAck({ text: 'Rows', blocks: rows }));
    const messageId = slack.messages[1]?.id ?? '';
    await slack.pressButton({ messageId, actionId: 'bank:show', blockId: 'b' });
    const payload = JSON.parse(new URLSearchParams(bot?.requests[1]?.body).get('payload') ?? '{}');
    expect(payload.actions).toMatchObject([{ block_id: 'b', value: 'b', text: button.text }]);
    await expect(slack.pressButton({ messageId, actionId: 'gone' })).rejects.toThrow('no button');
    await expect(slack.pressButton({ messageId: 'm99', actionId: 'bank:show' })).rejects.toThrow('no message');
    const byAnother = { messageId, actionId: 'bank:show', userId: 'U0OTHER00' };
    await expect(slack.pressButton(byAnother)).rejects.toThrow('does not see');
  });
});
