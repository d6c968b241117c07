import type { types } from '@slack/bolt';
import type { Door } from '../../middleware/door.ts';
import type { Answer, Exchange } from './exchange.ts';

/** The door that one of Slack's payloads is for. */
export interface SlackDoor extends Door {
  /** Opened before Slack is asked who may ask. */
  readonly window: types.ModalView | undefined;
  /** Whether a second click while the first is under way is to be ignored. */
  readonly isOneAtATime: boolean;
  /** @throws UserError for a payload that another version of txnbot made */
  listen(exchange: Exchange): Promise<Answer>;
}
