import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface RunningBot {
  /** Where Slack's requests go, in HTTP mode. */
  requestUrl: string;
  healthUrl: string;
  /** Every line it wrote so far, log and errors. */
  lines: readonly string[];
  /** Calls back with every further line. */
  onLine(listener: (line: string) => void): void;
  process: ChildProcess;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Asks it to stop as a supervisor would, and waits. */
  stop(): Promise<number | null>;
}

const mainFile = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/**
 * Starts the bot as production does: its own process, told by its environment alone.
 * @throws Error with what it wrote when it ends before it answers.
 */
export async function startBot(env: Record<string, string>): Promise<RunningBot> {
  const child = spawn(process.execPath, ['--import', 'tsx', mainFile], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', HEALTH_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const ready = new Promise<{ port?: number; healthPort: number }>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        for (const listener of listeners) listener(line);
        if (line.includes('"txnbot is answering"')) resolve(JSON.parse(line));
      });
  });
  const start = await Promise.race([ready, ended]);
  if (start === null || typeof start === 'number') throw new Error(`txnbot ended with ${start}:\n${lines.join('\n')}`);

  return {
    requestUrl: `http://127.0.0.1:${start.port}/slack/events`,
    healthUrl: `http://127.0.0.1:${start.healthPort}`,
    lines,
    onLine: (listener) => void listeners.push(listener),
    process: child,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
