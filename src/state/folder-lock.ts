import { randomBytes } from 'node:crypto';
import { chmod, link, rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { socketPath } from './socket-path.ts';

/** Another process holds the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/** Ends the lock. */
export type Unlock = () => Promise<void>;

const lockName = 'txnbot.lock';
const triesMax = 5;

/**
 * Locks a folder for this process: a Unix socket that it listens on. The system closes the socket when the process ends,
 * however it ends, so a lock that nobody answers is stale: after a kill a new process takes it over at once, also where
 * both are process 1 of their containers.
 * @throws FolderInUseError, or the system's error when there can be no socket
 */
export async function lockFolder(folder: string): Promise<Unlock> {
  const lock = path.join(folder, lockName);
  for (let tries = 0; tries < triesMax; tries += 1) {
    const server = await listen(folder, lockName);
    if (server !== undefined) {
      await chmod(lock, 0o600);
      return () => new Promise((resolve) => server.close(() => resolve()));
    }
    if (await isAnswered(folder, lockName)) break;
    await removeStale(folder, lock);
  }
  throw new FolderInUseError(`another process uses ${folder}`);
}

/** `undefined` when there is a socket already, answered or stale. */
async function listen(folder: string, name: string): Promise<Server | undefined> {
  const { address, close } = socketPath(folder, name);
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy());
    server.unref(); // the lock alone keeps no process
    server.once('close', close);
    server.once('error', (error) => {
      close();
      if ('code' in error && error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

async function isAnswered(folder: string, name: string): Promise<boolean> {
  const { address, close } = socketPath(folder, name);
  return new Promise((resolve) => {
    const caller = connect(address);
    const end = (answered: boolean) => {
      caller.destroy();
      close();
      resolve(answered);
    };
    caller.once('connect', () => end(true));
    caller.once('error', (error) => end(!('code' in error && isNobody(error.code))));
  });
}

function isNobody(code: unknown): boolean {
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

/**
 * Moves the stale socket away and looks at it once more there: meanwhile another process may have taken the lock, and
 * then gets it back.
 */
async function removeStale(folder: string, lock: string): Promise<void> {
  const name = `${lockName}.${randomBytes(4).toString('hex')}`;
  const aside = path.join(folder, name);
  try {
    await rename(lock, aside);
  } catch {
    return; // another process was quicker
  }
  if (await isAnswered(folder, name)) await link(aside, lock).catch(() => {});
  await unlink(aside).catch(() => {});
}
