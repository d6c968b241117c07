import { createHash, randomInt } from 'node:crypto';

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 6;

/** Six characters that are not mistaken for each other when read aloud. */
export function createShortCode(): string {
  return write(randomInt(letters.length ** length));
}

/** The same six characters for the same text. */
export function shortCodeOf(text: string): string {
  return write(createHash('sha256').update(text).digest().readUIntBE(0, 6));
}

function write(number: number): string {
  let rest = number;
  let reference = '';
  while (reference.length < length) {
    reference += letters[rest % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  return reference;
}
