import { expect, it } from 'vitest';
import { version } from '../../src/text.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

it.concurrent.for(['http', 'socket'] as const)(
  'a process in %s mode gets healthy and ready, logs JSON, answers, and stops',
  async (mode, test) => {
    const { slack, answers, start } = await createStandIns(test);
    slack.setFailure('blocks.validate', { isSilent: true }); // nothing waits for that
    const { healthUrl, lines, stop } = await start(mode);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      version,
      node: process.version,
      msg: 'txnbot is starting',
    });
    const get = async (path: string) => {
      const response = await fetch(healthUrl + path);
      return [response.status, await response.json()];
    };
    expect(await get('/healthz')).toEqual([200, { status: 'ok', version }]);
    expect(await get('/readyz')).toEqual([200, { status: 'ready' }]);
    expect(await get('//')).toEqual([404, { error: 'not found' }]);
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^✓ Successful/));
    expect(await stop()).toBe(0);
  },
);
