import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from 'slack-sandbox';
import type { TestContext } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { createRedisConnection, type RedisConnection } from '../../src/store/redis-connection.ts';
import { type LogLines, logLines } from './log-lines.ts';
import { waitFor } from './wait-for.ts';

const hasServer = spawnSync('redis-server', ['--version']).status === 0;

/** Whether tests with Redis are left out; never where CI is set. */
export const isRedisMissing = !hasServer && !process.env.CI;
if (isRedisMissing) console.warn('Skipping what needs Redis: this machine has no redis-server.');

export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

export interface TestRedisOptions {
  /** Whether it writes what it has to its folder, and has it again when it starts anew. */
  isKept?: boolean;
  /** Further words of its command line. */
  settings?: readonly string[];
}

/** What tells when the server is not needed any more, as a test does. */
interface User {
  onTestFinished(stop: () => Promise<void>): void;
}

/** A redis-server of the test's own on a free port, until the test ends. */
export async function startRedis(
  { onTestFinished }: User,
  { isKept = false, settings = [] }: TestRedisOptions = {},
) {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-redis-'));
  const persistence = isKept
    ? ['--appendonly', 'yes', '--appendfsync', 'everysec']
    : ['--appendonly', 'no'];
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    ...persistence,
  ];
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 20 });
  client.on('error', () => {}); // while it is stopped
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGTERM'); // it writes what it keeps, as when it is restarted on purpose
    running.delete(server);
    server = undefined;
    await ended;
  };
  const start = async () => {
    const starting = spawn('redis-server', [...args, ...settings], { stdio: 'ignore' });
    await once(starting, 'spawn'); // or says why not
    server = starting;
    running.add(server);
    await waitFor(() => client.ping());
  };
  onTestFinished(async () => {
    client.disconnect();
    server?.kill('SIGCONT');
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    url,
    /** Sees everything; for looking only. */
    client,
    /** All keys, sorted. */
    keys: async () => (await client.keys('*')).sort(),
    /** It hears nothing more and says nothing, as behind a network that drops packets. */
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    /** It is gone, and its port is closed. What it kept is lost unless it `isKept`. */
    stop,
    start,
  };
}

/** Whoever starts a server takes it along. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

/** The connection of one process, until the test ends. */
export function connectionTo(
  url: string,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  timeoutMs = 2_000, // a machine with other work to do is no silent Redis
): { connection: RedisConnection; log: LogLines; whenReady: () => Promise<void> } {
  const log = logLines();
  const connection = createRedisConnection({
    address: new Secret(url),
    timeoutMs,
    logger: log.logger,
  });
  onTestFinished(() => connection.close());
  const whenReady = () =>
    waitFor(() => {
      if (!connection.isReady()) throw new Error('Redis is not ready');
    });
  return { connection, log, whenReady };
}
