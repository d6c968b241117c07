import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

/** The system takes no longer address for a Unix socket, and Node cuts a longer one without a word. */
const addressMax = 100;

export interface SocketPath {
  address: string;
  /** To call when the address is not used any more. */
  close(): void;
}

/**
 * The address of a Unix socket in a folder, however long its path is: Linux knows the folder also by the number under
 * which it is open.
 * @throws Error when there is no such short way
 */
export function socketPath(folder: string, name: string): SocketPath {
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
