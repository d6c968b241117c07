import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { readAppSettings } from '../manifest.ts';
import { deliverOverHttp } from './delivery/http-delivery.ts';
import type { Deliver, DeliveryParts, TriggerOrigin } from './delivery/interaction.ts';
import { createCommandSender, createShortcuts } from './delivery/send-command.ts';
import { createSocketLink } from './delivery/socket-link.ts';
import {
  createButtonPresser,
  createOfferedOptions,
  createSelector,
  createTextWriter,
  createTypeahead,
} from './delivery/use-element.ts';
import { createDirectory } from './directory.ts';
import {
  createEcho,
  createEventSender,
  createHomeOpener,
  type EventParts,
} from './events/send-event.ts';
import { createWriter } from './events/write-message.ts';
import { createFailures } from './failures.ts';
import { createFileMethods, createUploads } from './files.ts';
import { createListeners, createMessageLog } from './messages/message-log.ts';
import { createPasses } from './passes.ts';
import { createResponseUrlPosts, createResponseUrls } from './response-urls.ts';
import { createRoutes } from './routes.ts';
import { slackLimits } from './slack-limits.ts';
import type { ShownFile, SlackStandInOptions } from './types.ts';
import { createViewCloser, createViewSubmitter } from './views/submit-view.ts';
import { createViews } from './views/views.ts';
import { createChatMethods } from './web-api/chat-methods.ts';
import {
  createBlockMethods,
  createConnectionMethods,
  createDirectoryMethods,
} from './web-api/methods.ts';
import { createThreadMethods } from './web-api/thread-methods.ts';
import { createViewMethods } from './web-api/view-methods.ts';
import { createWebApi } from './web-api/web-api.ts';

export type SlackStandIn = Awaited<ReturnType<typeof createSlackStandIn>>;

/**
 * A stand-in for Slack that a bot cannot tell from the real one: only its API URL differs. Its
 * secrets are made anew for each stand-in.
 */
export async function createSlackStandIn(options: SlackStandInOptions = {}) {
  const { port = 0, retryDelaysMs = [50, 200, 500], publicUrl, ackMs, ...overrides } = options;
  const settings = { ...readAppSettings(), ...overrides };
  const signingSecret = secret();
  const tokens = { bot: `xoxb-${secret()}`, app: `xapp-1-${secret()}` };
  // With Node's five seconds, a stand-in that was kept busy hangs up on requests that have come
  // meanwhile.
  const server = createServer({ keepAliveTimeout: 60_000 });
  const host = await listen(server, port);
  const ownUrl = `http://${host}`;
  const baseUrl = publicUrl ?? ownUrl;

  const { notify, subscribe } = createListeners();
  const log = createMessageLog(notify);
  const views = createViews(log, notify);
  const files: ShownFile[] = [];
  const uploads = createUploads();
  const directory = createDirectory();
  const failures = createFailures();
  const requests: string[] = [];
  const handedOut: string[] = [];
  // Shaped like Slack's: three parts, the last one unguessable.
  const write = (last: string) => `${Date.now()}.${process.pid}.${last}`;
  const triggerIds = createPasses<TriggerOrigin>({ ...slackLimits.triggerId, write, handedOut });
  const responseUrls = createResponseUrls(baseUrl, handedOut);
  const socketLink = createSocketLink({ server, baseUrl, ackMs });

  let requestUrl: string | undefined;
  const deliver: Deliver = (type, payload, retry) =>
    requestUrl === undefined
      ? socketLink.deliver(type, payload, retry)
      : deliverOverHttp({ requestUrl, signingSecret, type, payload, retry, ackMs });
  const verificationToken = secret();
  const echo = createEcho({ deliver, settings, verificationToken });

  const webApi = createWebApi({
    methods: {
      ...createConnectionMethods({
        teamUrl: `${baseUrl}/`,
        identity: directory.identity,
        openSocket: socketLink.open,
      }),
      ...createChatMethods(log, echo),
      ...createViewMethods({ log, views, triggerIds, settings }),
      ...createFileMethods({ log, uploads, baseUrl, files }),
      ...createDirectoryMethods(directory),
      ...createThreadMethods(log, directory),
      ...createBlockMethods(),
    },
    tokens,
    scopes: settings.scopes,
    reportBreach: log.reportBreach,
  });
  const readFile = (id: string, authorization: string | undefined) => {
    const file = files.find((each) => each.id === id);
    const mayRead =
      authorization === `Bearer ${tokens.bot}` && settings.scopes.includes('files:read');
    return mayRead && file ? (file.bytes ?? Buffer.from(file.content)) : undefined;
  };
  const postToResponseUrl = createResponseUrlPosts({ log, responseUrls });
  server.on(
    'request',
    createRoutes({
      webApi,
      failures,
      requests,
      baseUrl,
      postToResponseUrl,
      takeUpload: uploads.take,
      readFile,
    }),
  );

  const parts: DeliveryParts = {
    log,
    views,
    responseUrls,
    triggerIds,
    directory,
    deliver,
    verificationToken,
  };

  return {
    /** `http://127.0.0.1:PORT/api/`, what goes into SLACK_API_URL. */
    apiUrl: `${ownUrl}/api/`,
    signingSecret,
    botToken: tokens.bot,
    appToken: tokens.app,
    ...createPerson({ ...parts, settings, retryDelaysMs, files }),

    get messages() {
      return log.messages;
    },
    /** What is shown below threads while the bot prepares an answer. */
    get statuses() {
      return log.statuses;
    },
    /** Open modals, the topmost of each person last, and the Home tabs that were published. */
    get views() {
      return views.shown;
    },
    /** Everything the bot did that Slack would refuse or cut, in words, oldest first. */
    get breaches() {
      return log.breaches;
    },
    files,
    /** Web API calls received, oldest first. */
    calls: webApi.calls,
    /**
     * Where every request of the bot's went, refused ones too: a Web API method's name or
     * `response_url`.
     */
    requests,
    /** The response_urls and trigger_ids given out so far: as good as tokens. */
    handedOut,
    /** Calls back after any change to messages, views or breaches; answers with the way to stop. */
    subscribe,

    ...directory.changes,
    setFailure: failures.set,
    setLimit: failures.setLimit,
    /** Whether anybody is at the stand-in's address: otherwise connections are refused. */
    async setListening(isListening: boolean) {
      if (server.listening === isListening) return;
      if (isListening) return void (await listen(server, Number(new URL(ownUrl).port)));
      server.close();
      server.closeAllConnections();
    },
    /**
     * HTTP mode: where the bot listens, `http://127.0.0.1:PORT/slack/events`. Without it, its
     * WebSocket is used.
     */
    deliverTo(url: string | undefined) {
      requestUrl = url;
    },
    /** The WebSockets that bots hold right now. */
    get sockets() {
      return socketLink.sockets;
    },
    /** What goes wrong with the next WebSockets; then they are greeted. */
    upgradeFaults: socketLink.upgradeFaults,
    /**
     * Tells every bot on a WebSocket to connect anew, as Slack does before it recycles a
     * connection.
     */
    disconnectSockets: socketLink.disconnect,
    /**
     * Empties all lists of what has happened, for a run without end; what people can still use
     * stays in use.
     */
    forget() {
      log.forget();
      webApi.forget();
      requests.length = 0;
      handedOut.length = 0;
      triggerIds.forgetExpired();
      responseUrls.forgetExpired();
    },
    async close() {
      await socketLink.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the people of the workspace can do. */
function createPerson(parts: DeliveryParts & EventParts & { files: ShownFile[] }) {
  const offered = createOfferedOptions();
  const pressButton = createButtonPresser(parts);
  const sendEvent = createEventSender(parts);
  return {
    sendCommand: createCommandSender(parts),
    ...createShortcuts(parts),
    pressButton,
    pressViewButton: pressButton,
    select: createSelector({ ...parts, offered }),
    typeahead: createTypeahead({ ...parts, offered }),
    typeText: createTextWriter(parts),
    submitView: createViewSubmitter(parts),
    closeView: createViewCloser(parts),
    openHome: createHomeOpener({ ...parts, sendEvent }),
    writeMessage: createWriter({ ...parts, sendEvent }),
    /** Somebody deletes a message; replies to it are posted to the channel then, as by Slack. */
    deleteMessage: parts.log.remove,
  };
}

function secret(): string {
  return randomBytes(16).toString('hex');
}

const loopback = '127.0.0.1';

/**
 * Listens on loopback and answers with host and port, once it is open; rejects when the port is
 * taken.
 */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, loopback);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `${loopback}:${address.port}`;
}
