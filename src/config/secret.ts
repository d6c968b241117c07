import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';

/** Hides a value: printing, serialising or interpolating it gives `[secret]`; only `reveal` returns it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** Non-blocking: to open a pipe that nobody writes would never end. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;
const secretBytesMax = 64 * 1024;

/** Reads at most 64 kB, without the blanks around them. @throws as `readRegularFile` */
export function readSecretFile(file: string): string {
  return readWhole(file, secretBytesMax).trim();
}

/** Blocks while it reads. @throws Error with the code `NO_REGULAR_FILE`, or the system's */
export async function readRegularFile(file: string): Promise<string> {
  return readWhole(file, Number.POSITIVE_INFINITY);
}

/** Pipes and devices may never end. A link to a regular file is one: Kubernetes mounts secrets so. */
function readWhole(file: string, bytesMax: number): string {
  const opened = openSync(file, flags);
  try {
    const stats = fstatSync(opened);
    if (stats.isFile() && stats.size <= bytesMax) return readFileSync(opened, 'utf8');
    throw Object.assign(new Error('no regular file, or too long'), { code: 'NO_REGULAR_FILE' });
  } finally {
    closeSync(opened);
  }
}
