import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from 'slack-sandbox';

export type RunningBot = Awaited<ReturnType<typeof startBot>>;

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The sources as they stand, or what `npm run build` has made of them. */
const ways = {
  sources: ['--import', import.meta.resolve('tsx'), fromHere('../../src/main.ts')],
  bundle: [fromHere('../../dist/main.js')],
};
const startMs = 20_000;
const linesMax = 10_000;

/** It ended, or did not get ready; `lines` is what it wrote. */
export class BotStartError extends Error {
  override readonly name = 'BotStartError';
  readonly lines: readonly string[];

  constructor(what: string, lines: readonly string[]) {
    super(`txnbot ${what}:\n${lines.join('\n')}`);
    this.lines = lines;
  }
}

/**
 * Starts the bot as production does: its own process, told by its environment alone; ready when it
 * says so on its health port. It runs in a temporary folder, where it also keeps what it keeps, so
 * that it reads no `.env` of a developer's. The environment of this process comes along, but for
 * the bot's own settings.
 * @throws BotStartError
 */
export async function startBot(
  env: Record<string, string>,
  from: keyof typeof ways,
  { cwd = ownFolder() } = {},
) {
  const {
    PORT: port = String(await freePort()),
    HEALTH_PORT: healthPort = String(await freePort()),
  } = env;
  const child = spawn(process.execPath, ways[from], {
    env: { ...machineSettings(), STATE_DIR: cwd, ...env, PORT: port, HEALTH_PORT: healthPort },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > linesMax) lines.shift();
      for (const listener of listeners) listener(line);
    });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    if (folders.delete(cwd)) rmSync(cwd, { recursive: true, force: true }); // vitest may kill a busy worker without `exit`
    return code ?? null;
  });
  const healthHost = env.HEALTH_HOST ?? '127.0.0.1';
  const healthUrl = `http://${healthHost.includes(':') ? `[${healthHost}]` : healthHost}:${healthPort}`;
  const outcome = await Promise.race([untilReady(`${healthUrl}/readyz`), ended]);
  if (outcome !== 'ready') {
    child.kill('SIGKILL');
    await ended; // with its last words
    throw new BotStartError(
      outcome === 'late' ? `was not ready within ${startMs} ms` : `ended with ${outcome}`,
      lines,
    );
  }
  return {
    /** Where Slack's requests go, in HTTP mode. */
    requestUrl: `http://127.0.0.1:${port}/slack/events`,
    healthUrl,
    /** The latest lines it wrote, log and errors, oldest first. */
    lines,
    /** Calls back with every further line. */
    onLine: (listener: (line: string) => void) => void listeners.push(listener),
    process: child,
    /** The exit code, once it has ended and all that it wrote has arrived. */
    ended,
    /** Asks it to stop as a supervisor would, and waits. */
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Whoever starts a bot takes it along, even one that ends before its time, and what it kept. */
const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** For what a bot keeps, when the test names no folder. */
function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-state-'));
  folders.add(folder);
  return folder;
}

const ownSettings =
  /^(?:SLACK_|TRANSFER_API_|BANK_|COMMAND_|ACCESS_|ALLOWED_|RATE_|AUDIT_|PORT$|HEALTH_|CURRENCY$|BLOCKS$|LOG_LEVEL$|SHARE_|REFERENCE_|REMEMBER_|WATCH_|BATCH_|STATE_|REDIS_)/;

/** Certificates, proxies and the like, as the machine needs them. */
function machineSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !ownSettings.test(name)),
  );
}

async function untilReady(url: string): Promise<'ready' | 'late'> {
  const endsAtMs = performance.now() + startMs;
  while (performance.now() < endsAtMs) {
    const { ok } = await fetch(url).catch(() => ({ ok: false }));
    if (ok) return 'ready';
    await sleep(25);
  }
  return 'late';
}
