import type { JsonFile } from './json-file.ts';

/** What was found in a file at the start. */
export type Found<T> =
  | { kind: 'kept'; content: T }
  | { kind: 'nothing' }
  /** It was set aside under this name. */
  | { kind: 'damaged'; setAside: string }
  /** A newer txnbot wrote it; it was left alone. */
  | { kind: 'newer'; version: number };

export interface KeptFileOptions<T> {
  file: JsonFile;
  version: number;
  /** @returns `undefined` when it is not what this file holds */
  parse(content: unknown): T | undefined;
}

/** A file that says which version of txnbot's it is. */
export interface KeptFile<T> {
  /** @throws the system's error */
  read(): Promise<Found<T>>;
  /** Resolves when it is on the disk. @throws the system's error; the old content is there still */
  write(content: T): Promise<void>;
}

export function createKeptFile<T extends object>({ file, version, parse }: KeptFileOptions<T>): KeptFile<T> {
  return {
    async read() {
      const whole = await file.read().catch(unlessNoJson);
      if (whole === undefined) return { kind: 'nothing' };
      const found = versionOf(whole);
      if (found !== undefined && found > version) return { kind: 'newer', version: found };
      const content = found === version ? parse(whole) : undefined;
      return content === undefined ? { kind: 'damaged', setAside: await file.setAside() } : { kind: 'kept', content };
    },
    write: (content) => file.write({ version, ...content }),
  };
}

/** What is no JSON is no file of ours either. */
function unlessNoJson(error: unknown): null {
  if (error instanceof SyntaxError) return null;
  throw error;
}

function versionOf(whole: unknown): number | undefined {
  if (typeof whole !== 'object' || whole === null || !('version' in whole)) return undefined;
  return typeof whole.version === 'number' ? whole.version : undefined;
}
