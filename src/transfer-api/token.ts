import { readFile } from 'node:fs/promises';
import { Secret } from '../secret.ts';

export interface Token {
  current(): string;
  /** Reads the token's file again; whether there is another token now than the one that was refused. */
  renew(refused: string): Promise<boolean>;
}

/** The bearer token; from a file, an operator can replace it without a restart. */
export function createToken(initial: Secret, file: string | undefined): Token {
  let token = initial;
  return {
    current: () => token.reveal(),
    async renew(refused) {
      if (file === undefined) return false;
      const text = (await readFile(file, 'utf8').catch(() => '')).trim();
      if (!/^[\x21-\x7e]{8,}$/.test(text) || text === refused) return false; // as at the start
      token = new Secret(text);
      return true;
    },
  };
}
