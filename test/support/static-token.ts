import { Secret } from '../../src/secret.ts';
import { createToken, type Token } from '../../src/transfer-service/request.ts';

/** A token that stays what it is. */
export function staticToken(value: string): Token {
  return createToken(new Secret(value), undefined);
}
