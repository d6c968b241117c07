import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
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

/** A file that is no regular one, or too long. */
export class IrregularFileError extends Error {
  override readonly name = 'IrregularFileError';
  readonly code = 'NO_REGULAR_FILE';
}

/** Non-blocking: to open a pipe that nobody writes would never end. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;
const secretBytesMax = 64 * 1024;

/** Pipes and devices may never end. A link to a regular file is one: Kubernetes mounts secrets so. */
function assertRegular(stats: Stats, bytesMax = Number.POSITIVE_INFINITY): void {
  if (!stats.isFile() || stats.size > bytesMax) throw new IrregularFileError();
}

/** @throws IrregularFileError, or the system's error */
export async function readRegularFile(file: string): Promise<string> {
  const opened = await open(file, flags);
  try {
    assertRegular(await opened.stat());
    return await opened.readFile('utf8');
  } finally {
    await opened.close();
  }
}

/** Reads at most 64 kB, without what surrounds them. @throws IrregularFileError, or the system's error */
export function readSecretFile(file: string): string {
  const opened = openSync(file, flags);
  try {
    assertRegular(fstatSync(opened), secretBytesMax);
    return readFileSync(opened, 'utf8').trim();
  } finally {
    closeSync(opened);
  }
}
