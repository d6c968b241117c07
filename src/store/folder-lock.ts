import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readdir, stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { pause } from '../async.ts';
import { errorCode, StoreError } from '../errors.ts';

const lockName = /^txnbot-[0-9a-f]{16}\.lock$/;
const lockTriesMax = 6;
const firstLockPauseMs = 15;

/**
 * Locks a folder for this process by listening on a Unix socket in the folder. The system closes
 * the socket when the process ends, however it ends, so after a kill the next process gets the lock
 * at once, even if both have the process id 1, as in containers.
 *
 * Each try listens on a new socket with a unique name, so a socket that refuses connections is dead
 * for good, and is removed. Of two processes, the one that listens later finds the other's socket,
 * so they never both hold the lock. Both may give up that try, and then retry after different
 * pauses.
 * @returns `release`, and whether the socket is still there: a cleaner of old files may remove it
 * @throws StoreError `IN_USE` or `ENAMETOOLONG: …`, or the system's error when no socket can be
 *   created
 */
export async function lockFolder(
  folder: string,
): Promise<{ release(): Promise<void>; isHeld(): Promise<boolean> }> {
  for (let tries = 0; tries < lockTriesMax; tries += 1) {
    const name = `txnbot-${randomBytes(8).toString('hex')}.lock`;
    const server = await listenInFolder(folder, name);
    const release = () => new Promise<void>((resolve) => server.close(() => resolve()));

    const readInode = () =>
      stat(path.join(folder, name)).then(
        ({ ino }) => ino,
        () => undefined,
      );

    // `chmod` fails if another process removed the lock: see `isOnly`.
    await chmod(path.join(folder, name), 0o600).catch(() => {});
    const ownInode = await readInode();
    const isHeld = async () => ownInode !== undefined && (await readInode()) === ownInode;
    if (await isOnly(folder, name)) return { release, isHeld };

    await release();
    await pause(Math.random() * firstLockPauseMs * 2 ** tries);
  }

  throw new StoreError('IN_USE');
}

async function listenInFolder(folder: string, name: string): Promise<Server> {
  // Unreferenced, so that the lock alone does not keep the process running.
  const server = createServer((caller) => caller.destroy()).unref();
  await once(server.listen(socketAddress(folder, name)), 'listening');
  return server;
}

/**
 * Whether no other process listens in the folder; removes dead sockets. Returns false if another
 * process took our own socket for dead, between its creation and our listening, and removed it.
 */
async function isOnly(folder: string, ownName: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => lockName.test(name));
  const others = names.filter((name) => name !== ownName);
  const answered = await Promise.all(others.map((name) => isAnswered(folder, name)));

  await Promise.all(
    others.map((name, index) => answered[index] || unlink(path.join(folder, name)).catch(() => {})),
  );
  return names.includes(ownName) && !answered.includes(true);
}

async function isAnswered(folder: string, name: string): Promise<boolean> {
  const caller = connect(socketAddress(folder, name));
  try {
    await once(caller, 'connect');
    return true;
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes(errorCode(error));
  } finally {
    caller.destroy();
  }
}

/**
 * Maximum bytes of a Unix socket's address. Systems accept few more, and Node silently truncates a
 * longer one.
 */
const addressMax = 100;

/**
 * @throws StoreError when both the absolute path and the one relative to the working directory are
 * too long
 */
function socketAddress(folder: string, name: string): string {
  const whole = path.resolve(folder, name);
  const address = [whole, path.relative('', whole)].find(
    (each) => Buffer.byteLength(each) <= addressMax,
  );
  if (address === undefined)
    throw new StoreError(`ENAMETOOLONG: over ${addressMax - name.length - 1} bytes`);

  return address;
}
