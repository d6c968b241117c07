import type { ShownView, SlackStandIn } from '../slack/types.ts';

/** As much of the stand-in for Slack as the page uses. */
export type SlackForPage = Pick<
  SlackStandIn,
  | 'messages'
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
  | 'pressViewButton'
  | 'submitView'
  | 'closeView'
>;

/** One slash command as `manifest.yml` announces it to Slack. */
export interface ManifestCommand {
  /** With its slash: `/txn`. */
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
}

/** One shortcut as `manifest.yml` announces it: on a message, or beside the composer. */
export interface ManifestShortcut {
  readonly type: 'message' | 'global';
  readonly name: string;
  readonly callbackId: string;
  readonly description: string;
}

/** An input worth trying, offered on the page to click. */
export interface Sample {
  /**
   * `command`, the default, is sent as a slash command. A `mention` or `message` is written by the person, into the
   * thread when one is open. An `alert` is posted by another app.
   */
  readonly kind?: 'command' | 'mention' | 'message' | 'alert';
  /** What the line begins with: a command, or `@` and the bot's name for a mention; nothing for a message or an alert. */
  readonly command?: string;
  readonly text: string;
  /** What it shows, in a few words: "Pending transfer". */
  readonly title: string;
  /** Of an alert, beside its text. */
  readonly blocks?: readonly unknown[];
  readonly attachments?: readonly unknown[];
  readonly files?: readonly { name: string; content: string }[];
}

/** A message, drawn, and what the browser needs to put it where it belongs. */
export interface DrawnMessage {
  readonly id: string;
  readonly html: string;
  readonly ts: string;
  readonly threadTs?: string;
  readonly channelId: string;
  /** The only person who sees it, if it is ephemeral. */
  readonly visibleTo?: string;
}

/** A modal or a Home tab, drawn. */
export interface DrawnView extends Pick<ShownView, 'id' | 'type' | 'userId'> {
  readonly html: string;
  /** The page on which a modal opened; a Home tab is on every page. */
  readonly openedOn?: string;
}

/** What the page is told over Server-Sent Events after every change. Idempotent: applying one twice changes nothing. */
export interface SandboxUpdate {
  /** The ids of all messages, oldest first; one that is not in it is gone. */
  readonly order: readonly string[];
  /** New and replaced messages. */
  readonly changed: readonly DrawnMessage[];
  /** The ids of all views, the topmost last; one that is not in it is closed. */
  readonly viewOrder: readonly string[];
  readonly changedViews: readonly DrawnView[];
  readonly breaches: readonly string[];
}
