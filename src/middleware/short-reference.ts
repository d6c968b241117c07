import { randomInt } from 'node:crypto';

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 6;

/** Six characters that are not mistaken for each other when read aloud. */
export function createReference(): string {
  let drawn = randomInt(letters.length ** length);
  let reference = '';
  while (reference.length < length) {
    reference += letters[drawn % letters.length];
    drawn = Math.floor(drawn / letters.length);
  }
  return reference;
}
