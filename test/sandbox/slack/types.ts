import type { AppSettings } from '../manifest.ts';

/** What the stand-in for Slack offers to the sandbox's page and to the tests. */

/** A message as one person of the workspace would see it. */
export interface ShownMessage {
  /** Stable for the life of the stand-in, for instance `m12`. */
  readonly id: string;
  /** Slack's message timestamp, `1700000000.000100`. */
  readonly ts: string;
  readonly channelId: string;
  readonly threadTs?: string;
  /** `slack` is Slack speaking for itself: "/txn failed with the error …". */
  readonly author: 'person' | 'bot' | 'slack';
  readonly userId: string;
  /** Set on ephemeral messages: the only person who sees it. */
  readonly visibleTo?: string;
  /** How it came: typed by a person, in the ack, by response_url, or the Web API method's name. */
  readonly via: string;
  readonly text: string;
  /** With the ids that Slack gives to blocks and interactive elements that came without. */
  readonly blocks: readonly unknown[];
  /** Legacy attachments, as other apps' alerts still have them. */
  readonly attachments?: readonly unknown[];
  /** Files that were shared with this message. */
  readonly files?: readonly ShownFile[];
  /** Rules of Slack that this message breaks; empty when Slack would take it as it is. */
  readonly breaches: readonly string[];
  /** The JSON as the bot sent it. */
  readonly payload: unknown;
}

/** What Slack shows below a thread, behind the bot's name, until it posts there. */
export interface ShownStatus {
  readonly channelId: string;
  readonly threadTs: string;
  readonly text: string;
}

/** A modal that is open, or somebody's Home tab, as the bot last sent it. */
export interface ShownView {
  /** Slack's `V…` id. */
  readonly id: string;
  readonly type: 'modal' | 'home';
  /** Whose screen it is on. */
  readonly userId: string;
  readonly title: string;
  readonly submit?: string;
  readonly close?: string;
  readonly callbackId: string;
  readonly privateMetadata: string;
  readonly blocks: readonly unknown[];
  readonly breaches: readonly string[];
  /** The JSON as the bot sent it. */
  readonly payload: unknown;
  /** What the person has put in so far, as `view.state.values`. */
  readonly state: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** After a submission the bot refused: block_id to the words to show there. */
  readonly errors: Readonly<Record<string, string>>;
}

/** A file that the bot, or a person, has shared. */
export interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly channelId: string;
  readonly threadTs?: string;
  /** As text, for the page. */
  readonly content: string;
  /** What a person sent. */
  readonly bytes?: Uint8Array;
}

export interface Option {
  readonly text: string;
  readonly value: string;
  readonly description?: string;
}

/** Where a select or a button stands: in a message or in a view. */
export interface Place extends Asker {
  messageId?: string;
  viewId?: string;
  blockId?: string;
  actionId: string;
}

/** How the bot took one delivery. */
export interface Delivery {
  /** `acked` within three seconds with a 2xx, else what Slack would say went wrong. */
  readonly outcome: 'acked' | 'timed_out' | 'failed';
  readonly ackMs: number;
  /** HTTP mode only. */
  readonly httpStatus?: number;
  readonly ackBody?: unknown;
  /** The response_url that this delivery carried. */
  readonly responseUrl?: string;
}

export interface Asker {
  /** Defaults to the sandbox's person. */
  userId?: string;
  /** Defaults to the sandbox's channel. */
  channelId?: string;
}

/**
 * `warning` comes some seconds before the connection ends; `link_disabled` when Socket Mode is
 * switched off.
 */
export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled';

/** What Slack does instead of its work, or after it. */
export type SlackFailure =
  /** A Web API method's `ok: false`; `needed` is the scope that is missing. */
  | { readonly error: string; readonly needed?: string }
  /** An answer of HTTP alone. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The work is done, and the answer comes when this resolves. */
  | { readonly until: Promise<unknown> }
  /** The request is taken and never answered. */
  | { readonly isSilent: true };

/** The app's settings are those of `manifest.yml`, unless they are given. */
export interface SlackStandInOptions extends Partial<AppSettings> {
  /** 0, the default, takes any free port. */
  port?: number;
  /**
   * What the URLs that Slack hands out begin with, where a bot reaches it by another name:
   * `https://slack.example`.
   */
  publicUrl?: string;
  /**
   * How long after a failed attempt an event is sent for the second, third and fourth time. Slack
   * waits for almost nothing, a minute and five minutes; here it is milliseconds.
   */
  retryDelaysMs?: readonly number[];
  /** How long an ack is awaited, where a busy machine must not count as a slow bot; else Slack's 3 s. */
  ackMs?: number | undefined;
}
