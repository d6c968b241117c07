import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { createHealthServer, serverPort } from '../../src/ops/health.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { version } from '../../src/version.ts';

let server: Server;
let isReady: boolean;
let isAddressWrong: boolean;
beforeEach(async () => {
  isReady = true;
  isAddressWrong = false;
  const metrics = createMetrics(createEvents());
  server = createHealthServer({ isReady: () => isReady, isAddressWrong: () => isAddressWrong, metrics });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

function ask(path: string, method = 'GET'): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: serverPort(server), path, method }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}

describe('health', () => {
  it('is the life of the process, whatever else', async () => {
    isReady = false;
    expect(await ask('/healthz')).toEqual({ status: 200, body: `{"status":"ok","version":"${version}"}` });
    expect(await ask('/healthz?probe=1')).toMatchObject({ status: 200 });
    expect(await ask('/healthz', 'HEAD')).toEqual({ status: 200, body: '' });
  });

  it('is readiness on its own path', async () => {
    expect(await ask('/readyz')).toEqual({ status: 200, body: '{"status":"ready"}' });
    isReady = false;
    expect(await ask('/readyz')).toEqual({ status: 503, body: '{"status":"not ready"}' });
  });

  it('names a wrong address of the transfer service, and stays ready', async () => {
    isAddressWrong = true;
    const { status, body } = await ask('/readyz');
    expect(status).toBe(200);
    expect(body).toContain('no bank list at TRANSFER_API_BASE_URL (HTTP 404)');
  });

  it('is nothing else, and no path ends it', async () => {
    expect(await ask('/readyz', 'POST')).toMatchObject({ status: 405 });
    for (const path of ['/', '//', '/%', '/healthz/../x', '*']) expect((await ask(path)).status).toBe(404);
    expect(await ask('/healthz')).toMatchObject({ status: 200 });
  });
});
