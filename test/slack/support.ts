import {
  type AnyMiddlewareArgs,
  App,
  type Middleware,
  type Receiver,
  type ReceiverEvent,
} from '@slack/bolt';
import type { Logger } from 'pino';
import { vi } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import type { Events } from '../../src/ops/events.ts';
import { createBoltLogger, createSlackTransport, SlackClient } from '../../src/slack/client.ts';
import { createBoltApp } from '../../src/slack/connection.ts';
import type { RequestOptions, SlackRequest } from '../../src/slack/request.ts';
import type { createRouter } from '../../src/slack/routes.ts';
import { logLines } from '../support/log-lines.ts';

interface Slack {
  apiUrl: string;
  botToken?: string;
}

/** A client of this Slack's, as the bot makes it. */
export function clientOf(
  { apiUrl, botToken = 'xoxb-1' }: Slack,
  logger = logLines().logger,
  events?: Events,
) {
  return new SlackClient(new Secret(botToken), addressOf(apiUrl, events), createBoltLogger(logger));
}

export function addressOf(slackApiUrl: string, events?: Events) {
  return createSlackTransport({ slackApiUrl, slackProxy: undefined }, events);
}

/** Bolt's app over this receiver, and all that comes through to it. */
export function hearing(receiver: Receiver, logger: Logger = logLines().logger) {
  const hear = vi.fn<Middleware<AnyMiddlewareArgs>>(async () => {});
  const app = new App({
    receiver,
    logger: createBoltLogger(logger),
    authorize: async () => ({}),
    convoStore: false,
  });
  app.use(hear);
  return hear;
}

/** A receiver of Bolt's to which a test hands its payloads, with no Slack before it. */
export function createHandReceiver(): {
  receiver: Receiver;
  deliver: (event: ReceiverEvent) => Promise<void>;
} {
  let app: App | undefined;
  const receiver: Receiver = {
    init(initialized) {
      app = initialized;
    },
    start: async () => {},
    stop: async () => {},
  };
  return { receiver, deliver: async (event) => app?.processEvent(event) };
}

interface Brought {
  body: ReceiverEvent['body'];
  ack?: ReceiverEvent['ack'];
  router: ReturnType<typeof createRouter>;
  slack?: Slack;
  logger?: Logger;
  /** What is watched, of the options of a request. */
  options?: Partial<RequestOptions>;
}

/**
 * Brings what came from Slack to a listener, the way of the real app. @returns `undefined` for what
 * needs no reply
 */
export async function bring(
  {
    body,
    ack = async () => {},
    router,
    slack = { apiUrl: 'http://127.0.0.1:1/' },
    logger,
    options,
  }: Brought,
  listen: (request: SlackRequest) => Promise<unknown> = async () => {},
): Promise<SlackRequest | undefined> {
  const { receiver, deliver } = createHandReceiver();
  const log = logger ?? logLines().logger;
  const all = {
    client: clientOf(slack, log),
    audit: async () => {},
    givenUp: new AbortController().signal,
    onAnswer: () => {},
    tellTakeOver: async () => false,
    ...options,
  };
  const app = {
    connection: receiver,
    address: addressOf(slack.apiUrl),
    boltLogger: createBoltLogger(log),
    logger: log,
  };
  let opened: SlackRequest | undefined;
  createBoltApp(app, async (args) => {
    opened = router.open(args, all);
    if (opened) await listen(opened);
  });
  await deliver({ body, ack });
  return opened;
}
