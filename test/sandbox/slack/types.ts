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
  /** Rules of Slack that this message breaks; empty when Slack would take it as it is. */
  readonly breaches: readonly string[];
  /** The JSON as the bot sent it. */
  readonly payload: unknown;
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
  /** HTTP mode: where the bot listens, `http://127.0.0.1:PORT/slack/events`. Without it, deliveries go over the bot's WebSocket. */
  deliverTo(requestUrl: string): void;
  /** Calls back after any change to `messages` or `breaches`; answers with the way to stop. */
  subscribe(onChange: () => void): () => void;
  sendCommand(input: { command: string; text: string } & Asker): Promise<Delivery>;
  /** Presses a button of a message that was shown. Rejects when there is none, or the person does not see it. */
  pressButton(input: { messageId: string; actionId: string; blockId?: string } & Asker): Promise<Delivery>;
  /** How many bots hold a WebSocket right now. */
  readonly connectedSockets: number;
  /** Tells every bot on a WebSocket to connect anew, as Slack does before it recycles a connection. */
  disconnectSockets(reason: DisconnectReason): void;
  close(): Promise<void>;
}

/** `warning` comes some seconds before the connection ends; `link_disabled` when Socket Mode is switched off. */
export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled';

export interface SlackStandInOptions {
  /** 0, the default, takes any free port. */
  port?: number;
}
