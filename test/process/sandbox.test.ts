import { samples } from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../run-sandbox/create-sandbox.ts';
import { finalOf } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

/** End to end over real sockets: the sandbox as `npm run sandbox` starts it, the bot in a process of its own. */
const suffix = '-staging';
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ env: { TRANSFER_API_TIMEOUT_MS: '3500', COMMAND_SUFFIX: suffix } });
});
afterAll(() => sandbox?.close());

const answers = () => sandbox.slack.messages.filter(({ author }) => author === 'bot');

describe('the sandbox', () => {
  it('answers every sample, within what Slack takes', async () => {
    const left = [...samples];
    const deliveries: object[] = [];
    const askInTurn = async () => {
      for (let sample = left.shift(); sample; sample = left.shift()) {
        const { text } = sample;
        const command = sample.command + suffix;
        deliveries.push({ command, text, ...(await sandbox.slack.sendCommand({ command, text })) });
      }
    };
    await Promise.all(Array.from({ length: 8 }, askInTurn));
    expect(deliveries).toEqual(samples.map(() => expect.objectContaining({ outcome: 'acked' })));
    await waitFor(() => expect(finalOf(answers())).toHaveLength(samples.length));
    expect(sandbox.slack.breaches).toEqual([]);
    const page = await (await fetch(sandbox.url)).text();
    for (const { command, text } of samples)
      expect(page).toContain(`"command":"${command}${suffix}","text":"${text.slice(0, 8)}`);
    expect(answers().filter(({ text }) => text.includes('Something broke'))).toEqual([]);
  });
});
