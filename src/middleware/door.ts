import type { Spelling } from '../command-names.ts';
import type { Beside } from '../views/add-beside.ts';
import type { Audience, ButtonAction } from '../views/blocks.ts';

/** Who asks, and where. */
export interface Origin {
  userId: string | undefined;
  /** The team that the payload gives for the person, not for the app. */
  userTeamId: string | undefined;
  channelId: string | undefined;
  /** Whether the payload itself says that another organisation reads there. */
  isShared: boolean;
  /** Whether others can read there: it is neither a modal nor a direct message. */
  isChannel: boolean;
  /** Who reads an answer that replaces the clicked message or is posted beside it. */
  audience: Audience;
}

/**
 * Where an answer goes: to the asker alone, into the thread (which everybody reads), in place of the clicked message,
 * or into the channel for everybody.
 */
export type Destination = 'asker' | 'thread' | 'in place' | 'channel';

/** What a door declares about itself and reads from the payload. */
export interface Door {
  /** The kind of door, or the name of what was clicked. */
  readonly name: string;
  /** The command and text that the payload seems to ask for, before the listener reads it. */
  readonly command: string | undefined;
  readonly text: string | undefined;
  /** Whether it asks only for bank codes, which are not customer data. */
  readonly isAboutBanks: boolean;
  /** Where its answer may be posted for everybody; a door that declares nothing posts nothing. */
  readonly posts: Exclude<Destination, 'asker'> | undefined;
  /** Whether the person wrote that text themselves, and what they clicked does not carry it. */
  readonly isTyped: boolean;
  /** Whether the person is still typing and only gets options to choose from. */
  readonly isTyping: boolean;
}

/** What a listener knows about the question after it has read the payload. */
export interface Asked {
  command: string;
  text: string;
  /** The button that asks the same again. */
  again: ButtonAction;
  /** How a command is written at this door. */
  spelling: Spelling;
  audience: Audience;
  /** What was read, where the person did not write it so. */
  readAs?: string | undefined;
  /** What stands beside what is asked for, and is not asked for itself. */
  beside?: Beside | undefined;
  /** The waiting line: shown while the answer is pending; mrkdwn. */
  waiting: string;
}
