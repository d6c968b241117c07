import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from 'slack-sandbox';
import { describe, expect, it, type TestContext } from 'vitest';
import { ports } from '../../src/doctor/machine.ts';
import { createEvents } from '../../src/events.ts';
import { createHealthServer, serverPort } from '../../src/ops/health.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { version } from '../../src/version.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';
import { runApp } from '../support/run-app.ts';

/** A port that somebody holds. */
async function takenPort({ onTestFinished }: TestContext): Promise<string> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return String(serverPort(server));
}

describe('the ports', () => {
  it('are free, and HTTP mode says which URL to enter', async (test) => {
    const { examine } = await createExamined(test);
    const port = String(await freePort());
    expect(await examine(ports, { PORT: port })).toEqual([
      expect.stringMatching(/^note HTTP mode: the app's settings want https:\/\/<host>\/slack\/events as request URL/),
      `ok Port ${port} is free for Slack's requests.`,
      'ok A free port is found for health and metrics.',
    ]);
  });

  it('are free afterwards', async (test) => {
    const { examine } = await createExamined(test, { mode: 'socket' });
    const port = String(await freePort());
    const lines = [`ok Port ${port} is free for health and metrics.`];
    expect(await examine(ports, { HEALTH_PORT: port })).toEqual(lines);
    expect(await examine(ports, { HEALTH_PORT: port })).toEqual(lines);
  });

  it('are in use by somebody else', async (test) => {
    const { examine } = await createExamined(test);
    const port = await takenPort(test);
    expect(await examine(ports, { PORT: port })).toContain(
      `PROBLEM Port ${port} is in use, and not by a txnbot. → Set PORT to another one.`,
    );
  });

  it('are in use by something that is well and no txnbot', async (test) => {
    const { examine } = await createExamined(test, { mode: 'socket' });
    const other = await startServer(answering(200, { status: 'ok', version }));
    test.onTestFinished(() => other.close());
    const { port } = new URL(other.url);
    expect(await examine(ports, { HEALTH_PORT: port, HEALTH_HOST: '127.0.0.1' })).toEqual([
      `PROBLEM Port ${port} is in use, and not by a txnbot. → Set HEALTH_PORT to another one.`,
    ]);
  });

  it('are in use by a running txnbot, which is no problem and logs nothing of it', async (test) => {
    const { examine, slack, service } = await createExamined(test);
    const app = await runApp({ slack, transferApi: service });
    test.onTestFinished(() => app.stop());
    const lines = app.log.entries().length;
    const { port } = new URL(app.requestUrl);
    const healthPort = String(await freePort());
    expect((await examine(ports, { PORT: port, HEALTH_PORT: healthPort })).slice(1)).toEqual([
      `ok Port ${port} is in use, and a txnbot answers there.`,
      `ok Port ${healthPort} is free for health and metrics.`,
    ]);
    expect(app.log.entries().slice(lines)).toEqual([]);
  });

  it.for([
    [200, {}],
    [404, {}],
    [302, { location: '/' }],
  ] as const)('are in use by something that answers Slack’s requests with %d', async ([status, headers], test) => {
    const { examine } = await createExamined(test);
    const other = await startServer(answering(status, '', headers));
    test.onTestFinished(() => other.close());
    const { port } = new URL(other.url);
    expect(await examine(ports, { PORT: port })).toContain(
      `PROBLEM Port ${port} is in use, and not by a txnbot. → Set PORT to another one.`,
    );
  });

  it('are in use by a running txnbot and by somebody else', async (test) => {
    const { examine } = await createExamined(test);
    const health = createHealthServer({ isReady: () => true, metrics: createMetrics(createEvents()) }).listen(
      0,
      '127.0.0.1',
    );
    await once(health, 'listening');
    test.onTestFinished(() => void health.close());
    const other = await startServer(answering(200, { status: 'ok', version }));
    test.onTestFinished(() => other.close());
    const { port } = new URL(other.url);
    const healthPort = String(serverPort(health));
    const lines = await examine(ports, { PORT: port, HEALTH_PORT: healthPort, HEALTH_HOST: '127.0.0.1' });
    expect(lines.slice(1)).toEqual([
      `PROBLEM Port ${port} is in use, and not by a txnbot. → Set PORT to another one.`,
      `ok Port ${healthPort} is in use, and txnbot ${version} runs here.`,
    ]);
  });

  it('are at no address of this machine', async (test) => {
    const { examine } = await createExamined(test, { mode: 'socket' });
    expect(await examine(ports, { HEALTH_HOST: '192.0.2.1', HEALTH_PORT: '8080' })).toEqual([
      'PROBLEM Nothing can listen at port 8080 (EADDRNOTAVAIL). → Set HEALTH_HOST to an address of this machine.',
    ]);
  });
});
