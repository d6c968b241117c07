import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { readAppSettings } from './app-settings.ts';
import { deliverOverHttp } from './delivery/http-delivery.ts';
import type { Deliver, DeliveryParts } from './delivery/interaction.ts';
import { createPerson } from './delivery/person.ts';
import { createSocketLink } from './delivery/socket-link.ts';
import { createDirectory } from './directory.ts';
import { createFailures } from './failures.ts';
import { createFileMethods, createUploads } from './files.ts';
import { createMessageLog } from './messages/message-log.ts';
import { createResponseUrlPosts, createResponseUrls } from './response-urls.ts';
import { createRoutes } from './routes.ts';
import { createTriggerIds } from './trigger-ids.ts';
import type { ShownFile, SlackStandIn, SlackStandInOptions } from './types.ts';
import { createViews } from './views/views.ts';
import { createChatMethods } from './web-api/chat-methods.ts';
import { createBlockMethods, createConnectionMethods, createDirectoryMethods } from './web-api/methods.ts';
import { createViewMethods } from './web-api/view-methods.ts';
import { createWebApi } from './web-api/web-api.ts';

/**
 * A stand-in for Slack that a bot cannot tell from the real one: only its API URL differs. Its secrets are made anew
 * for each stand-in.
 */
export async function createSlackStandIn(options: SlackStandInOptions = {}): Promise<SlackStandIn> {
  const { port = 0, retryDelaysMs = [50, 200, 500], publicUrl, ...overrides } = options;
  const settings = { ...readAppSettings(), ...overrides };
  const signingSecret = secret();
  const tokens = { bot: `xoxb-${secret()}`, app: `xapp-1-${secret()}` };
  // With Node's five seconds, a stand-in that was kept busy hangs up on requests that have come meanwhile.
  const server = createServer({ keepAliveTimeout: 60_000 });
  const host = await listen(server, port);
  const ownUrl = `http://${host}`;
  const baseUrl = publicUrl ?? ownUrl;

  const log = createMessageLog();
  const views = createViews(log);
  const files: ShownFile[] = [];
  const uploads = createUploads();
  const directory = createDirectory();
  const failures = createFailures();
  const requests: string[] = [];
  const handedOut: string[] = [];
  const triggerIds = noted(createTriggerIds(), handedOut);
  const responseUrls = noted(createResponseUrls({ baseUrl }), handedOut);
  const socketLink = createSocketLink({ server, baseUrl });

  const webApi = createWebApi({
    methods: {
      ...createConnectionMethods({ teamUrl: `${baseUrl}/`, identity: directory.identity, openSocket: socketLink.open }),
      ...createChatMethods(log),
      ...createViewMethods({ log, views, triggerIds, settings }),
      ...createFileMethods({ log, uploads, baseUrl, files }),
      ...createDirectoryMethods(directory),
      ...createBlockMethods(),
    },
    tokens,
    scopes: settings.scopes,
    reportBreach: log.reportBreach,
  });
  const readFile = (id: string, authorization: string | undefined) => {
    const file = files.find((each) => each.id === id);
    const mayRead = authorization === `Bearer ${tokens.bot}` && settings.scopes.includes('files:read');
    return mayRead && file ? (file.bytes ?? Buffer.from(file.content)) : undefined;
  };
  const postToResponseUrl = createResponseUrlPosts({ log, responseUrls });
  server.on(
    'request',
    createRoutes({ webApi, failures, requests, postToResponseUrl, takeUpload: uploads.take, readFile }),
  );

  let requestUrl: string | undefined;
  const deliver: Deliver = (type, payload, retry) =>
    requestUrl === undefined
      ? socketLink.deliver(type, payload, retry)
      : deliverOverHttp({ requestUrl, signingSecret, type, payload, retry });
  const parts: DeliveryParts = {
    log,
    views,
    responseUrls,
    triggerIds,
    directory,
    deliver,
    verificationToken: secret(),
  };

  return {
    apiUrl: `${ownUrl}/api/`,
    signingSecret,
    botToken: tokens.bot,
    appToken: tokens.app,
    calls: webApi.calls,
    requests,
    handedOut,
    setPerson: directory.setPerson,
    setChannel: directory.setChannel,
    setUserGroup: directory.setUserGroup,
    setIdentity: directory.setIdentity,
    setFailure: failures.set,
    setLimit: failures.setLimit,
    files,
    get messages() {
      return log.messages;
    },
    get views() {
      return views.shown;
    },
    get breaches() {
      return log.breaches;
    },
    get connectedSockets() {
      return socketLink.connectedSockets;
    },
    deliverTo(url) {
      requestUrl = url;
    },
    subscribe(onChange) {
      const stops = [log.subscribe(onChange), views.subscribe(onChange)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    ...createPerson({ ...parts, settings, retryDelaysMs, files }),
    async setListening(isListening) {
      if (server.listening === isListening) return;
      if (isListening) return void (await listen(server, Number(new URL(ownUrl).port)));
      server.close();
      server.closeAllConnections();
    },
    disconnectSockets: socketLink.disconnect,
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

/** Keeps what is given out. */
function noted<T, P extends { issue(origin: T): string }>(source: P, handedOut: string[]): P {
  return {
    ...source,
    issue(origin: T) {
      const issued = source.issue(origin);
      handedOut.push(issued);
      return issued;
    },
  };
}

function secret(): string {
  return randomBytes(16).toString('hex');
}

const loopback = '127.0.0.1';

/** Listens on loopback and answers with host and port, once it is open; rejects when the port is taken. */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, loopback);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `${loopback}:${address.port}`;
}
