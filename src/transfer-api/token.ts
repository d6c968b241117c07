import { readSecretFile } from '../regular-file.ts';
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
      try {
        const text = readSecretFile(file);
        if (!/^[\x21-\x7e]{8,}$/.test(text) || text === refused) return false; // the same rule as at the start
        token = new Secret(text);
        return true;
      } catch {
        return false;
      }
    },
  };
}
