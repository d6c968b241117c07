import { randomUUID } from 'node:crypto';
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
  // A port is used again: whatever is late for the one who had it before is not for this one.
  const path = `/slack/events/${randomUUID()}`;
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== path) return response.writeHead(404).end();
    requests.push({ headers: request.headers, body: await text(request) });
    reply(response);
  });
  const host = await listen(server, 0);
  return {
    requestUrl: `http://${host}${path}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
