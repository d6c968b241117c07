import type { Spelling } from '../command-names.ts';
import type { FindReferences } from '../reading/find-references.ts';
import type { Presentation, Services } from '../services.ts';
import type { ShareAccountNumbers } from '../transfers/masking.ts';
import type { Audience, Reply } from '../views/blocks.ts';
import type { CommandHelp } from '../views/help.ts';

/** Who reads an answer, and where it goes. */
export interface Reader {
  audience: Audience;
  /** Whether the answer can be posted for everybody from where it goes. */
  canShare: boolean;
  /** How a command is written at this door. */
  spelling: Spelling;
}

/** Told how far a long look-up is, in words for the person; mrkdwn. */
export type OnProgress = (line: string) => void;

/** Something that is found and then shown. Every door shows it through `inquire`, which masks in between. */
export interface Inquiry<Input, Found, Shown = Reply> {
  /** @throws TransferApiError, UserError */
  find(input: Input, services: Services, onProgress?: OnProgress): Promise<Found>;
  /** What a whole channel may read of what was found. */
  forChannel(found: Found, mode: ShareAccountNumbers): Found;
  /** Pure. */
  show(found: Found, reader: Reader, presentation: Presentation): Shown;
}

/** Something that can be asked in words: parse, find, show. It returns; the door sends. */
export interface Command<Input, Found> extends Inquiry<Input, Found>, CommandHelp {
  /** Bank codes are no customer's data: whoever may ask for them is decided apart. */
  about: 'transfers' | 'banks';
  /** The line to show while the answer takes its time; mrkdwn. */
  waiting(text: string): string;
  /**
   * @param text as the person means it: it has been through `cleanInput` and is not empty
   * @param findReferences the one reader of references, as the operator wants it
   * @throws UserError
   */
  parse(text: string, spelling: Spelling, findReferences: FindReferences): Input;
}

/** Any of them, where it does not matter what it finds. */
export type AnyCommand = Command<unknown, unknown>;
