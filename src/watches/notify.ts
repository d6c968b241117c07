import type { Reply } from '../views/blocks.ts';

/** Where somebody is told: in a thread that others read, or in their direct message with txnbot. */
export type Address =
  | { kind: 'thread'; channelId: string; threadTs: string; personId: string }
  | { kind: 'direct'; personId: string };

/** How a message reaches Slack without a question before it. Slack's room has it. */
export interface Notify {
  /**
   * Sends one message at a time, and calls `taken` before the next: at most one message is with Slack and not yet noted.
   * @param word called just before each try, the one after a wait that Slack asks for too; `undefined` is not sent
   * @param taken called once Slack has it; must not throw
   * @throws DeliveryError when Slack does not take it, or perhaps has not; the error of `word` as one
   */
  send(to: Address, word: () => Promise<Reply | undefined>, taken: () => Promise<void>): Promise<void>;
  /** Sends nothing more; resolves once what is with Slack by now has been noted, or Slack has not taken it. */
  close(): Promise<void>;
  /** The id of the person's direct message with txnbot. @throws SlackApiError */
  directMessageOf(personId: string): Promise<string>;
}
