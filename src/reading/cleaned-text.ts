import { inSlices, toEnd } from '../async.ts';
import { type BankQuestion, readBankQuestion } from './bank-names.ts';
import { cleanText, joinSpacedNumbers, tidyText } from './clean.ts';
import { masksIn } from './personal.ts';
import { classifyTalk, type Talk } from './phrases.ts';
import {
  joinRead,
  numbersIn,
  type Reading,
  type References,
  type WordsRead,
} from './references.ts';
import { findSessions } from './shapes.ts';

/** From this length on, in characters, a text is read in slices. */
const longText = 4_000;

/**
 * A text that somebody gave. What it holds belongs to it: each getter finds that when it is first
 * read, and only then.
 */
export class CleanedText {
  readonly #given: string;
  readonly #references: References;
  #parts: readonly [CleanedText, CleanedText] | undefined;
  #plain: string | undefined;
  #text: string | undefined;
  #talk: { found: Talk | undefined } | undefined;
  #words: WordsRead | undefined;
  #typed: Reading | undefined;
  #bankQuestion: BankQuestion | undefined;

  constructor(given: string, references: References) {
    this.#given = given;
    this.#references = references;
  }

  /** Joins two texts into one of several lines. What both hold is not read again. */
  static joined(first: CleanedText, second: CleanedText): CleanedText {
    if (first.#given === '') return second;
    if (second.#given === '') return first;

    const text = new CleanedText(`${first.#given}\n${second.#given}`, second.#references);
    text.#plain = `${first.plain}\n${second.plain}`;
    text.#parts = [first, second];
    return text;
  }

  /** Returns a text that is cleaned already: a part of this one, or words that it holds. */
  withPlain(plain: string): CleanedText {
    const text = new CleanedText(plain, this.#references);
    text.#plain = plain;
    return text;
  }

  /** Reads a long text a few milliseconds at a time, so that its getters have it at once. */
  async read(): Promise<void> {
    if (this.#given.length < longText || this.#words) return;

    for (const part of this.#parts ?? []) await part.read();
    if (this.#parts === undefined)
      this.#words = await inSlices(this.#references.readInSteps(this.plain));
  }

  /** The text as it came, unless it holds a key or a card number. */
  get given(): string {
    return masksIn(this.plain).length > 0 ? this.plain : this.#given;
  }

  /** The text in plain characters, with its lines and columns (`cleanText`). */
  get plain(): string {
    this.#plain ??= cleanText(this.#given);
    return this.#plain;
  }

  /** The text to quote, log and search. */
  get text(): string {
    this.#text ??= tidyText(this.plain);
    return this.#text;
  }

  /** What people say beside references and banks, if the text is that. */
  get talk(): Talk | undefined {
    this.#talk ??= { found: classifyTalk(this.text) };
    return this.#talk.found;
  }

  /** What is asked for in talk, a message or an alert. */
  get inTalk(): Reading {
    return this.#wordsRead.found;
  }

  /** What is asked for behind a command. */
  get asTyped(): Reading {
    this.#typed ??= this.#references.asTyped(this.plain, this.#wordsRead);
    return this.#typed;
  }

  /** The identifiers, if all numbers may be some. */
  get numbers(): string[] {
    return numbersIn(this.#wordsRead.words);
  }

  get bankQuestion(): BankQuestion {
    this.#bankQuestion ??= readBankQuestion(this.text);
    return this.#bankQuestion;
  }

  get sessions(): string[] {
    return findSessions(joinSpacedNumbers(this.plain));
  }

  get #wordsRead(): WordsRead {
    if (this.#parts) {
      const [first, second] = this.#parts;
      this.#words ??= joinRead(first.#wordsRead, second.#wordsRead);
    }

    this.#words ??= toEnd(this.#references.readInSteps(this.plain));
    return this.#words;
  }
}
