import { readFile } from 'node:fs/promises';
import { Secret } from '../secret.ts';

export interface Token {
  current(): string;
  /** Reads the token's file again; resolves with whether it holds another token than the one that was refused. */
  renew(refused: string): Promise<boolean>;
}

/** The bearer token. When it is in a file, an operator can replace it without a restart. */
export function createToken(initial: Secret, file: string | undefined): Token {
  let token = initial;
  return {
    current: () => token.reveal(),
    async renew(refused) {
      if (file === undefined) return false;
      const text = (await readFile(file, 'utf8').catch(() => '')).trim();
      if (!/^[\x21-\x7e]{8,}$/.test(text) || text === refused) return false; // the same rule as at the start
      token = new Secret(text);
      return true;
    },
  };
}
