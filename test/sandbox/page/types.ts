import type { ManifestCommand, ManifestShortcut } from '../manifest.ts';
import type { SlackStandIn } from '../slack/slack-stand-in.ts';
import type { Option, ShownFile, ShownMessage, ShownStatus, ShownView } from '../slack/types.ts';

/** As much of the stand-in for Slack as the page uses. */
export type SlackForPage = Pick<
  SlackStandIn,
  | 'messages'
  | 'statuses'
  | 'breaches'
  | 'views'
  | 'files'
  | 'subscribe'
  | 'sendCommand'
  | 'writeMessage'
  | 'pressButton'
  | 'select'
  | 'typeText'
  | 'typeahead'
  | 'runMessageShortcut'
  | 'runGlobalShortcut'
  | 'openHome'
  | 'submitView'
  | 'closeView'
>;

/** An input worth trying, offered on the page to click. */
export interface Sample {
  /**
   * `command`, the default, is sent as a slash command. A `mention` or `message` is written by the
   * person, into the thread when one is open. An `alert` is posted by another app.
   */
  readonly kind?: 'command' | 'mention' | 'message' | 'alert';
  /**
   * What the line begins with: a command, or `@` and the bot's name for a mention; nothing for a
   * message or an alert.
   */
  readonly command?: string;
  readonly text: string;
  /** What it shows, in a few words: "Pending transfer". */
  readonly title: string;
  /** Of an alert, beside its text. */
  readonly blocks?: readonly unknown[];
  readonly attachments?: readonly unknown[];
  readonly files?: readonly { name: string; content: string }[];
}

export interface Person {
  readonly id: string;
  /** As a mention shows it. */
  readonly name: string;
}

export interface Conversation {
  readonly id: string;
  /** Without its `#`. */
  readonly name: string;
  readonly kind: 'channel' | 'direct';
  /** Set where the bot is no member. */
  readonly isWithoutBot?: boolean;
  /** The only person who has it, if it is not for everybody. */
  readonly onlyFor?: string;
}

/** What does not change while the page is open; it stands in the page itself. */
export interface PageSettings {
  /** The bot's name, on its messages and at the head of the page. */
  readonly title: string;
  readonly samples: readonly Sample[];
  readonly commands: readonly ManifestCommand[];
  readonly shortcuts: readonly ManifestShortcut[];
  /** Whom one can act as; the first one is who one is at first. */
  readonly people: readonly Person[];
  /** The first one is open at first. */
  readonly conversations: readonly Conversation[];
  /** Everybody who writes or can be mentioned. */
  readonly users: readonly Person[];
  readonly botUserId: string;
}

/** A file as the page shows it; all of it is at `/files/ID`. */
export interface PageFile extends Pick<ShownFile, 'id' | 'name' | 'title'> {
  readonly bytes: number;
  readonly beginning: string;
}

export interface PageMessage extends Omit<ShownMessage, 'files'> {
  readonly files?: readonly PageFile[];
}

export interface PageView extends ShownView {
  /** The page on which a modal opened; a Home tab is on every page. */
  readonly openedOn?: string;
}

/**
 * What the page is told over Server-Sent Events after every change. Applying one twice changes
 * nothing.
 */
export interface PageUpdate {
  /** The ids of all messages, oldest first; one that is not in it is gone. */
  readonly order: readonly string[];
  /** New and replaced messages. */
  readonly changed: readonly PageMessage[];
  readonly statuses: readonly ShownStatus[];
  /** All views, the topmost last. */
  readonly views: readonly PageView[];
  readonly breaches: readonly string[];
}

/** How the sandbox took what a person did. */
export interface Answer {
  /** `kept` and `unheard` reached no bot; `refused` has a sentence of Slack's. */
  readonly outcome: 'acked' | 'timed_out' | 'failed' | 'refused' | 'kept' | 'unheard';
  readonly ackMs?: number;
  readonly httpStatus?: number;
  readonly sentence?: string;
  readonly options?: readonly Option[];
}
