import type { Directory } from './directory.ts';
import type { Failures } from './failures.ts';

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

export interface SlackStandIn {
  /** `http://127.0.0.1:PORT/api/`, what goes into SLACK_API_URL. */
  readonly apiUrl: string;
  readonly signingSecret: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly messages: readonly ShownMessage[];
  /** Everything the bot did that Slack would refuse or cut, in words, oldest first. */
  readonly breaches: readonly string[];
  /** Web API calls received, oldest first. */
  readonly calls: readonly { method: string; args: Record<string, unknown> }[];
  /** Where every request of the bot's went, refused ones too, oldest first: a Web API method's name or `response_url`. */
  readonly requests: readonly string[];
  /** The response_urls and trigger_ids given out so far: as good as tokens. */
  readonly handedOut: readonly string[];
  /** Makes somebody more or less than an ordinary member. */
  setPerson: Directory['setPerson'];
  setChannel: Directory['setChannel'];
  setUserGroup: Directory['setUserGroup'];
  setIdentity: Directory['setIdentity'];
  /** Somebody deletes a message; replies to it are posted to the channel then, as by Slack. */
  deleteMessage(id: string): void;
  /** Makes a Web API method, or `response_url`, fail; so many times, or until it is set to nothing. */
  setFailure(where: string, failure: SlackFailure | undefined, times?: number): void;
  setLimit: Failures['setLimit'];
  /** Whether anybody is at the stand-in's address: otherwise connections are refused. */
  setListening(isListening: boolean): Promise<void>;
  /** HTTP mode: where the bot listens, `http://127.0.0.1:PORT/slack/events`. Without it, deliveries go over the bot's WebSocket. */
  deliverTo(requestUrl: string | undefined): void;
  /** Calls back after any change to `messages` or `breaches`; answers with the way to stop. */
  subscribe(onChange: () => void): () => void;
  sendCommand(input: { command: string; text: string } & Asker): Promise<Delivery>;
  /** Presses a button of a message that was shown. Rejects when there is none, or the person does not see it. */
  pressButton(input: { messageId: string; actionId: string; blockId?: string } & Asker): Promise<Delivery>;
  /** Open modals, the topmost of each person last, and the Home tabs that were published. */
  readonly views: readonly ShownView[];
  readonly files: readonly ShownFile[];
  /**
   * A person writes in a channel, a thread or the direct message with the bot (`workspace.directMessageId`).
   * The bot hears it as Slack would let it: an `app_mention` where it is mentioned, a `message.im` in the direct message.
   * Unacknowledged events are sent again, with the same event_id and the retry headers, up to three times.
   * `author: 'bot'` posts as another app (`workspace.alertsUserId`), with blocks and attachments, for instance an alert.
   * The typed name of the bot, `@name`, becomes the mention `<@U…>`, as in Slack's composer. `deliveries` holds every attempt.
   */
  writeMessage(
    input: {
      text: string;
      threadTs?: string;
      author?: 'person' | 'bot';
      blocks?: readonly unknown[];
      attachments?: readonly unknown[];
      /** Sent with the message, which may then be empty. */
      files?: readonly { name: string; content: string | Uint8Array }[];
    } & Asker,
  ): Promise<{ message: ShownMessage; deliveries: readonly Delivery[] }>;
  /** The message shortcut with this callback_id, run on a message. */
  runMessageShortcut(input: { callbackId: string; messageId: string } & Asker): Promise<Delivery>;
  runGlobalShortcut(input: { callbackId: string } & Asker): Promise<Delivery>;
  /** Opens the app's Home tab: `app_home_opened`. Rejects when the app has none or does not subscribe to the event. */
  openHome(input?: Asker): Promise<Delivery>;
  /**
   * Types into an `external_select`; answers with what the bot offers. Below the select's `min_query_length` (3 when it
   * names none) Slack asks nothing: no option, and a delivery that took 0 ms.
   */
  typeahead(input: Place & { value: string }): Promise<{ delivery: Delivery; options: readonly Option[] }>;
  /**
   * Chooses in a select, overflow or radio group. In an input block that does not dispatch, only the state changes.
   * In an `external_select` only what the latest typeahead offered to this person can be chosen.
   */
  select(input: Place & { option: Option | { conversation: string } }): Promise<Delivery | undefined>;
  /** Writes into a field of a view, in place of what stood there. */
  typeText(input: { viewId: string; actionId: string; blockId?: string; text: string } & Asker): Promise<void>;
  /** Presses a button that stands in a view. */
  pressViewButton(input: { viewId: string; actionId: string; blockId?: string } & Asker): Promise<Delivery>;
  /**
   * Submits a modal; closes it, or shows the bot's errors or next view, as the bot answers. Rejects, with the view's
   * `errors` set, when a required input is empty: Slack does not even ask the bot then.
   */
  submitView(input: { viewId: string } & Asker): Promise<Delivery>;
  closeView(input: { viewId: string } & Asker): Promise<void>;
  /** How many bots hold a WebSocket right now. */
  readonly connectedSockets: number;
  /** Tells every bot on a WebSocket to connect anew, as Slack does before it recycles a connection. */
  disconnectSockets(reason: DisconnectReason): Promise<void>;
  /** Empties all lists of what has happened, for a run without end; what people can still use stays in use. */
  forget(): void;
  close(): Promise<void>;
}

/** `warning` comes some seconds before the connection ends; `link_disabled` when Socket Mode is switched off. */
export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled';

/** What Slack does instead of its work, or after it. */
export type SlackFailure =
  /** A Web API method's `ok: false`; `needed` is the scope that is missing. */
  | { readonly error: string; readonly needed?: string }
  /** An answer of HTTP alone. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** The work is done, and the answer comes when this resolves. */
  | { readonly until: Promise<unknown> }
  /** The request is taken and never answered. */
  | { readonly isSilent: true };

export interface SlackStandInOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** What the URLs that Slack hands out begin with, where a bot reaches it by another name: `https://slack.example`. */
  publicUrl?: string;
  /** The bot token's scopes; those of `manifest.yml` by default. */
  scopes?: readonly string[];
  /** The bot events that the app subscribes to; those of `manifest.yml` by default. */
  events?: readonly string[];
  /** Whether the app has a Home tab; as `manifest.yml` has it by default. */
  hasHomeTab?: boolean;
  /** Whether people may write to the bot in their direct message with it; as `manifest.yml` has it by default. */
  takesMessages?: boolean;
  /**
   * How long after a failed attempt an event is sent for the second, third and fourth time. Slack waits for almost
   * nothing, a minute and five minutes; here it is milliseconds.
   */
  retryDelaysMs?: readonly number[];
}
