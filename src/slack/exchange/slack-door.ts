import type { types } from '@slack/bolt';
import type { Door } from '../../middleware/question.ts';
import type { Answer, Asking } from './exchange.ts';

/** The door for one of Slack's payloads. */
export interface SlackDoor extends Door {
  /** The modal to open before access is checked with Slack. */
  readonly window: types.ModalView | undefined;
  /** Whether to ignore a second click while the first is in flight. */
  readonly isOneAtATime: boolean;
  /** @throws UserError for a payload that another version of txnbot made */
  listen(asking: Asking): Promise<Answer>;
}
