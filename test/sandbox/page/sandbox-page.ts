import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ShownMessage } from '../slack/types.ts';
import { workspace } from '../slack/workspace.ts';
import { drawMessage } from './draw/draw-message.tsx';
import { drawPage } from './draw/draw-page.tsx';
import { drawView } from './draw/draw-view.tsx';
import { createElementRoutes } from './element-routes.ts';
import { createEventStream } from './event-stream.ts';
import { createFileRoute } from './file-route.ts';
import { createOpeningPages } from './opening-pages.ts';
import { createPostRoutes } from './post-routes.ts';
import { isForLoopback } from './same-origin.ts';
import { createSandboxFeed } from './sandbox-feed.ts';
import { createStaticRoutes } from './static-routes.ts';
import type { ManifestCommand, ManifestShortcut, Sample, SlackForPage } from './types.ts';

export interface SandboxPageOptions {
  slack: SlackForPage;
  samples: readonly Sample[];
  commands: readonly ManifestCommand[];
  shortcuts?: readonly ManifestShortcut[];
  /** The bot's name, on its messages and at the head of the page. */
  title?: string;
  /** 0, the default, takes a free one. */
  port?: number;
}

type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Serves the page on which a person talks with the bot through the stand-in for Slack, on loopback only.
 * @throws Error when the port is taken.
 */
export async function createSandboxPage({
  slack,
  samples,
  commands,
  shortcuts = [],
  title = workspace.botName,
  port = 0,
}: SandboxPageOptions): Promise<{ url: string; close(): Promise<void> }> {
  const page = drawPage({ title, samples, commands, shortcuts });
  const openingPages = createOpeningPages();
  const draw = { message: (message: ShownMessage) => drawMessage(message, { botName: title }), view: drawView };
  const feed = createSandboxFeed(slack, draw, openingPages);
  const sendFile = createFileRoute(slack);
  const routes: Record<string, Route> = {
    'GET /': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(page);
    },
    'GET /events': createEventStream(feed),
    ...createPostRoutes({ slack, commands, samples }),
    ...createElementRoutes(slack),
    ...createStaticRoutes(),
  };

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) {
      response.setHeader(name, value);
    }
    const path = request.url?.split('?')[0] ?? '';
    const key = `${request.method} ${path}`;
    const route = key.startsWith('GET /files/') ? sendFile : routes[key];
    if (!isForLoopback(request)) {
      response.writeHead(403).end('This page answers to 127.0.0.1 and localhost only.');
    } else if (!route) {
      response.writeHead(404).end('There is nothing here.');
    } else {
      openingPages.note(request);
      void route(request, response);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  }).catch((error: unknown) => {
    feed.close();
    throw error;
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      feed.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
