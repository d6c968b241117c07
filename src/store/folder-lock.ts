import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chmod, readdir, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another process holds the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

const lockName = /^txnbot-[0-9a-f]{16}\.lock$/;
const triesMax = 6;
const firstPauseMs = 15;

/**
 * Locks a folder for this process with a Unix socket that it listens on. The system closes the socket when the process
 * ends, however it ends, so after a kill the next process has the lock at once, also where both are process 1 of their
 * containers.
 *
 * Each try has a socket of its own, with a name that no other ever has: so one that nobody answers is dead for good, and
 * is removed. Of two processes, the one that listens later finds the other: they never both hold it. They may both give
 * way, and then try again after different pauses.
 * @returns what ends the lock
 * @throws FolderInUseError, or the system's error when there can be no socket
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const name = `txnbot-${randomBytes(8).toString('hex')}.lock`;
    const server = await listen(folder, name);
    const unlock = () => new Promise<void>((resolve) => server.close(() => resolve()));
    await chmod(path.join(folder, name), 0o600).catch(() => {}); // see `isOnly`
    if (await isOnly(folder, name)) return unlock;
    await unlock();
    await sleep(Math.random() * firstPauseMs * 2 ** tries);
  }
  throw new FolderInUseError(`another process uses ${folder}`);
}

async function listen(folder: string, name: string): Promise<Server> {
  const { address, close } = socketPath(folder, name);
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy());
    server.unref(); // the lock alone keeps no process
    server.once('close', close);
    server.once('error', (error) => {
      close();
      reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

/**
 * Whether no other process listens; removes the sockets of those that have ended. A process that looked in the moment
 * between making ours and listening may have taken it for a dead one: then it is not there any more.
 */
async function isOnly(folder: string, own: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => lockName.test(name));
  const others = names.filter((name) => name !== own);
  const answered = await Promise.all(others.map((name) => isAnswered(folder, name)));
  await Promise.all(others.map((name, place) => answered[place] || unlink(path.join(folder, name)).catch(() => {})));
  return names.includes(own) && !answered.includes(true);
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
    caller.once('error', (error) =>
      end(!('code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT'))),
    );
  });
}

/** The system takes no longer address for a Unix socket, and Node cuts a longer one without a word. */
const addressMax = 100;

/**
 * The address of a Unix socket in a folder, however long its path is: Linux knows the folder also by the number under
 * which it is open.
 * @returns the address, and what to call when it is not used any more
 * @throws Error when there is no such short way
 */
function socketPath(folder: string, name: string) {
  const whole = path.resolve(folder, name);
  if (Buffer.byteLength(whole) <= addressMax) return { address: whole, close: () => {} };
  if (process.platform !== 'linux')
    throw Object.assign(new Error('the path is too long for a socket'), { code: 'ENAMETOOLONG' });
  const opened = openSync(folder, 'r');
  let isOpen = true;
  return {
    address: `/proc/self/fd/${opened}/${name}`,
    close() {
      if (isOpen) closeSync(opened);
      isOpen = false;
    },
  };
}
