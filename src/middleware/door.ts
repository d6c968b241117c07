import type { Spelling } from '../command-names.ts';
import type { Audience, ButtonAction } from '../views/blocks.ts';

/** Who asks, and where. */
export interface Origin {
  userId: string | undefined;
  /** The organisation that the payload names for the person, not for the app. */
  userTeamId: string | undefined;
  channelId: string | undefined;
  /** The payload itself says that another organisation reads along there. */
  isShared: boolean;
  /** Whether others can read there: it is neither a window nor a direct message. */
  isChannel: boolean;
  /** Who reads an answer that replaces what stands there, or is posted beside it. */
  audience: Audience;
}

/**
 * Where an answer goes: to the one who asked, where they asked (everybody reads a thread), in place of the message that
 * was clicked, or into the channel for everybody.
 */
export type Destination = 'asker' | 'thread' | 'in place' | 'channel';

/** What the door that was knocked at declares of itself, and makes of the payload. */
export interface Door {
  /** The kind of door; what was clicked, by its name. */
  readonly name: string;
  /** What the payload seems to ask, before its listener has seen it. */
  readonly command: string | undefined;
  readonly text: string | undefined;
  /** Bank codes are no customer's data. */
  readonly isAboutBanks: boolean;
  /** Where everybody may read its answer, if anywhere: what is not declared is not posted. */
  readonly posts: Exclude<Destination, 'asker'> | undefined;
  /** Whether this is no question yet: somebody types, and is shown what they may choose. */
  readonly isTyping: boolean;
}

/** What a listener knows of the question, once it has read the payload. */
export interface Asked {
  command: string;
  text: string;
  /** The button that asks the same again. */
  again: ButtonAction;
  /** How a command is written at this door. */
  spelling: Spelling;
  audience: Audience;
  /** The line to show while the answer takes its time; mrkdwn. */
  waiting: string;
}
