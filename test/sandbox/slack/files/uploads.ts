import { randomBytes } from 'node:crypto';

export interface Upload {
  readonly id: string;
  readonly name: string;
  /** In bytes, as the bot announced it. */
  readonly length: number;
  readonly content?: string;
}

export interface Uploads {
  /** A place to send a file to. */
  expect(name: string, length: number): { id: string; path: string };
  /** Takes what was sent to a path; answers with what was wrong with it, if anything. */
  take(path: string, bytes: Buffer): string | undefined;
  find(id: unknown): Upload | undefined;
  /** Each can be shared once. */
  forget(id: string): void;
}

/** The files that the bot announced and has not shared yet. */
export function createUploads(): Uploads {
  const byPath = new Map<string, Upload>();
  const byId = (id: unknown) => [...byPath].find(([, upload]) => upload.id === id);

  return {
    expect(name, length) {
      const id = `F0${randomBytes(5).toString('hex').toUpperCase()}`;
      const path = `/upload/v1/${randomBytes(18).toString('base64url')}`;
      byPath.set(path, { id, name, length });
      return { id, path };
    },
    take(path, bytes) {
      const upload = byPath.get(path);
      if (!upload) return 'no file is expected here';
      if (bytes.length !== upload.length) return `${bytes.length} bytes came, ${upload.length} were announced`;
      byPath.set(path, { ...upload, content: bytes.toString('utf8') });
      return undefined;
    },
    find: (id) => byId(id)?.[1],
    forget(id) {
      const [path] = byId(id) ?? [];
      if (path !== undefined) byPath.delete(path);
    },
  };
}
