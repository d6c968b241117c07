import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Opens a file without blocking, since opening a pipe without a writer would block forever. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK;
const secretBytesMax = 64 * 1024;

/**
 * Reads a regular file and trims the text. @throws like `readRegularFile`, and when the file is
 * longer than 64 kB
 */
export function readSecretFile(file: string): string {
  return readWhole(file, secretBytesMax).trim();
}

/**
 * Reads a regular file, synchronously. @throws Error with the code `NO_REGULAR_FILE` or a system
 * code like `ENOENT`
 */
export async function readRegularFile(file: string): Promise<string> {
  return readWhole(file, Infinity);
}

/**
 * Refuses pipes and devices, which may never end; follows symbolic links, as Kubernetes mounts
 * secrets as links.
 */
function readWhole(file: string, bytesMax: number): string {
  const opened = openSync(file, openFlags);
  try {
    const stats = fstatSync(opened);
    if (stats.isFile() && stats.size <= bytesMax) return readFileSync(opened, 'utf8');
    throw Object.assign(new Error('no regular file, or too long'), { code: 'NO_REGULAR_FILE' });
  } finally {
    closeSync(opened);
  }
}
