import type { BankWordSort } from './bank-words.ts';

export interface BankWord {
  text: string;
  sort: BankWordSort;
  /** With a colon behind it: what it says is about the next words. */
  isLabel?: boolean;
  /** In brackets: what it says is about the words before. */
  isAside?: boolean;
  /** A filler that is the name of a bank everybody knows, too: `nomba`. */
  isBankAsWell?: boolean;
}
