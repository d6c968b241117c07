import { once } from 'node:events';
import { workspace } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { createHealthServer, serverPort } from '../../src/ops/health.ts';
import { runWithSamples } from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

it('the metrics of a conversation count what became of it, and hold no reference, person, channel or bank', async (test) => {
  const { answers, metrics, slack } = await runWithSamples(test);
  metrics.watchProcess();
  const health = createHealthServer({ isReady: () => true, metrics });
  health.listen(0, '127.0.0.1');
  test.onTestFinished(() => void health.close());
  await once(health, 'listening');
  for (const [command, text] of [
    ['/txn', 'GARO-8f3k2j1'],
    ['/txn', 'GARO-canary'],
    ['/txn', 'GARO-5e0r0r1'],
    ['/tsq', '12345698690885579'],
    ['/bank', 'zenith'],
    ['/unheard', 'of'],
  ] as const)
    await slack.sendCommand({ command, text });
  await waitFor(() => expect(answers()).toHaveLength(6));
  const response = await fetch(`http://127.0.0.1:${serverPort(health)}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  for (const line of [
    'txnbot_commands_total{command="txn",outcome="unreachable"} 1',
    'txnbot_ack_seconds_count 6',
    'txnbot_transfer_look_up_seconds_count{operation="transaction",outcome="unreachable"} 1',
    'txnbot_slack_call_seconds_count{call="auth.test"} 1',
    'txnbot_slack_connected 1',
    'txnbot_bank_list_size 125',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  const named = text.replace(/ \S+$/gm, '').toLowerCase(); // the values are numbers, and may be any
  const { personId, channelId, teamId } = workspace;
  for (const canary of ['GARO', 'canary', '12345698', 'zenith', '000015', personId, channelId, teamId, '/commands/'])
    expect(named).not.toContain(canary.toLowerCase());
});
