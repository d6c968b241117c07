import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { deliverOverHttp } from './delivery/http-delivery.ts';
import { createButtonPresser } from './delivery/press-button.ts';
import type { Deliver } from './delivery/reception.ts';
import { createCommandSender } from './delivery/send-command.ts';
import { createSocketLink } from './delivery/socket-link.ts';
import { listen } from './listen.ts';
import { createMessageLog } from './messages/message-log.ts';
import { createResponseUrlPosts } from './response-url/response-url-posts.ts';
import { createResponseUrls } from './response-url/response-urls.ts';
import { createRoutes } from './routes.ts';
import type { SlackStandIn, SlackStandInOptions } from './types.ts';
import { createChatMethods } from './web-api/chat-methods.ts';
import { createConnectionMethods } from './web-api/connection-methods.ts';
import { createWebApi } from './web-api/web-api.ts';

/**
 * A stand-in for Slack that a bot cannot tell from the real one: only its API URL differs. Its secrets are made anew
 * for each stand-in.
 */
export async function createSlackStandIn({ port = 0 }: SlackStandInOptions = {}): Promise<SlackStandIn> {
  const signingSecret = secret();
  const tokens = { bot: `xoxb-${secret()}`, app: `xapp-1-${secret()}` };
  const server = createServer();
  const host = await listen(server, port);
  const baseUrl = `http://${host}`;

  const log = createMessageLog();
  const socketLink = createSocketLink({ server, host });
  const responseUrls = createResponseUrls({ baseUrl });
  const methods = {
    ...createConnectionMethods({ teamUrl: `${baseUrl}/`, openSocket: socketLink.open }),
    ...createChatMethods(log),
  };
  const webApi = createWebApi({ methods, tokens });
  server.on('request', createRoutes({ webApi, postToResponseUrl: createResponseUrlPosts({ log, responseUrls }) }));

  let requestUrl: string | undefined;
  const deliver: Deliver = (type, payload) =>
    requestUrl === undefined
      ? socketLink.deliver(type, payload)
      : deliverOverHttp({ requestUrl, signingSecret, type, payload });
  const deliveryParts = { log, responseUrls, deliver, verificationToken: secret() };

  return {
    apiUrl: `${baseUrl}/api/`,
    signingSecret,
    botToken: tokens.bot,
    appToken: tokens.app,
    calls: webApi.calls,
    get messages() {
      return log.messages;
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
    subscribe: log.subscribe,
    sendCommand: createCommandSender(deliveryParts),
    pressButton: createButtonPresser(deliveryParts),
    disconnectSockets: socketLink.disconnect,
    async close() {
      await socketLink.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function secret(): string {
  return randomBytes(16).toString('hex');
}
