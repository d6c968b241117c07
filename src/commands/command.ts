import type { Spelling } from '../command-names.ts';
import type { Services } from '../services.ts';
import type { Reply } from '../views/blocks.ts';

export type { Reply } from '../views/blocks.ts';

/** What a door makes of its payload; the same from every door. */
export interface CommandRequest {
  /** As the person gave it, Slack's escapes and wrappers included. */
  text: string;
  /** Who will read the answer: a channel gets it shortened. */
  audience: 'asker' | 'channel';
  /** Whether the answer can be posted for everybody from where it goes. */
  canShare: boolean;
  /** How a command is written at this door. */
  spelling: Spelling;
  /** Told how far a long look-up is, in words for the person; mrkdwn. */
  onProgress?: (line: string) => void;
}

/** Something the bot can answer. It returns; the door sends. */
export interface Command {
  /** The slash command without its slash and suffix. */
  name: string;
  usage: string;
  /** One line, as in the manifest. */
  summary: string;
  /** What else help should say, in a sentence or two. */
  details: string;
  examples: readonly [string, ...string[]];
  /** The line to show while the answer takes its time; mrkdwn. */
  waiting(text: string): string;
  /**
   * `request.text` has been through `cleanInput` and is not empty.
   * @throws UserError and TransferApiError, which the error boundary turns into a reply.
   */
  run(request: CommandRequest, services: Services): Promise<Reply>;
}
