import type { SlackStandIn } from '../slack/types.ts';

/** As much of the stand-in for Slack as the page uses. */
export type SlackForPage = Pick<SlackStandIn, 'messages' | 'breaches' | 'subscribe' | 'sendCommand' | 'pressButton'>;

/** One slash command as `manifest.yml` announces it to Slack. */
export interface ManifestCommand {
  /** With its slash: `/txn`. */
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
}

/** An input worth trying, offered on the page to click. */
export interface Sample {
  /** With its slash: `/txn`. */
  readonly command: string;
  readonly text: string;
  /** What it shows, in a few words: "Pending transfer". */
  readonly title: string;
}

/** What the page is told over Server-Sent Events after every change. Idempotent: applying one twice changes nothing. */
export interface ConversationUpdate {
  /** The ids of all messages, oldest first; one that is not in it is gone. */
  readonly order: readonly string[];
  /** New and replaced messages, drawn. */
  readonly changed: readonly { readonly id: string; readonly html: string }[];
  readonly breaches: readonly string[];
}
