import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startHeldServer } from '../support/held-server.ts';
import { answering } from '../support/http-server.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

describe.concurrent.each(['http', 'socket'] as const)('in %s mode', (mode) => {
  it('is healthy and ready, and says so in JSON', async (test) => {
    const { slack, start } = await createStandIns(test);
    slack.setFailure('blocks.validate', { isSilent: true }); // nothing waits for that
    const { healthUrl, lines } = await start(mode);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ version, node: process.version, msg: 'txnbot is starting' });
    const get = async (path: string) => {
      const response = await fetch(healthUrl + path);
      return [response.status, await response.json()];
    };
    expect(await get('/healthz')).toEqual([200, { status: 'ok', version }]);
    expect(await get('/readyz')).toEqual([200, { status: 'ready' }]);
    expect(await get('//')).toEqual([404, { error: 'not found' }]);
  });

  it('finishes the commands under way when asked to stop, takes no new ones, and ends with 0', async (test) => {
    const { slack, answers, start } = await createStandIns(test);
    const service = await startHeldServer(answering(200, transactionBody()));
    test.onTestFinished(() => service.close());
    const {
      process: child,
      ended,
      healthUrl,
    } = await start(mode, {
      TRANSFER_API_BASE_URL: service.url,
      REFERENCE_PATTERN: 'late-\\d+', // for which what ships loads its engine
    });
    const slow = slack.sendCommand({ command: '/txn', text: 'late-17' });
    await waitFor(() => expect(service.held).toBe(1));
    child.kill('SIGTERM');
    await waitFor(async () => expect((await fetch(`${healthUrl}/readyz`)).status).toBe(503));
    const late = await slack.sendCommand({ command: '/bank', text: 'zenith' });
    if (mode === 'http') expect(late.outcome).toBe('failed');
    else expect(answers().at(-1)?.text).toContain('just restarting');
    expect(await slow).toMatchObject({ outcome: 'acked' }); // with the line that says to wait
    service.release();
    expect(await ended).toBe(0);
    expect(answers().at(-1)).toMatchObject({ via: 'response_url', text: expect.stringMatching(/^✓ Successful/) });
    expect(slack.breaches.filter((breach) => !breach.includes('dispatch_failed'))).toEqual([]);
  });
});
