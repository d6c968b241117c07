import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface PlainBot {
  readonly requestUrl: string;
  /** What Slack sent, oldest first. */
  readonly requests: readonly { headers: IncomingHttpHeaders; body: string }[];
  close(): void;
}

/** A bot without Bolt, to answer as no well-behaved bot would. */
export async function startPlainBot(reply: (response: ServerResponse) => void): Promise<PlainBot> {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    reply(response);
  });
  const host = await listen(server, 0);
  return {
    requestUrl: `http://${host}/slack/events`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
