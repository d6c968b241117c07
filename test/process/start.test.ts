import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { createStandIns } from '../support/stand-ins.ts';

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
});
