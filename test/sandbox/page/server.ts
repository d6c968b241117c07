import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { build } from 'esbuild';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import { streamSSE } from 'hono/streaming';
import type { ManifestCommand, ManifestShortcut } from '../manifest.ts';
import { workspace } from '../slack/workspace.ts';
import { createDeeds, type Deed, RefusedDeed } from './deeds.ts';
import { createFeed, type Feed } from './feed.ts';
import { botUserId, conversations, people, users } from './places.ts';
import type { PageSettings, Sample, SlackForPage } from './types.ts';

export interface PageOptions {
  slack: SlackForPage;
  samples: readonly Sample[];
  commands: readonly ManifestCommand[];
  shortcuts?: readonly ManifestShortcut[];
  /** The bot's name, on its messages and at the head of the page. */
  title?: string;
  /** 0, the default, takes a free one. */
  port?: number;
}

const clientFolder = new URL('./client/', import.meta.url);
const pictures = ['icon.svg', 'chevron.svg'];
/** A file of somewhat more than a bot reads, as base64. */
const bodyBytesMax = 2 * 1024 * 1024;
const heartbeatMs = 15_000;

const none = ["'none'"];
const own = ["'self'"];
const headers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: none,
    scriptSrc: own,
    styleSrc: own,
    imgSrc: own,
    connectSrc: own,
    baseUri: none,
    formAction: none,
    frameAncestors: none,
  },
});

/**
 * Serves the page on which a person talks with the bot through the stand-in for Slack, on loopback
 * only.
 * @throws Error when the port is taken.
 */
export async function startPage(
  options: PageOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const { slack, samples, commands, shortcuts = [], title = workspace.botName, port = 0 } = options;
  const client = await bundleClient();
  const feed = createFeed(slack);
  const settings = { title, samples, commands, shortcuts, people, conversations, users, botUserId };
  const app = new Hono();
  app.use(headers);
  app.use(async (c, next) => {
    // A foreign name that somebody pointed at this machine is not this page's.
    const isLoopback = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(c.req.header('host') ?? '');
    if (!isLoopback) return c.text('This page answers to 127.0.0.1 and localhost only.', 403);
    await next();
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  app.get('/', (c) => c.html(htmlOf(settings)));
  app.get('/main.js', (c) =>
    c.body(client.js, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/main.css', (c) =>
    c.body(client.css, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  for (const name of pictures)
    app.get(`/${name}`, async (c) =>
      c.body(await readFile(new URL(name, clientFolder), 'utf8'), 200, {
        'content-type': 'image/svg+xml',
      }),
    );
  app.get('/files/:id', (c) => sendFile(c, slack));
  app.get('/events', (c) => sendEvents(c, feed));
  for (const [path, deed] of Object.entries(createDeeds({ slack, commands, samples })))
    app.post(path, bodyLimit({ maxSize: bodyBytesMax, onError: tooLong }), (c) =>
      post(c, deed, feed),
    );
  app.notFound((c) => c.text('There is nothing here.', 404));

  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve());
  }).catch((error: unknown) => {
    feed.close();
    throw error;
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      feed.close();
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

let bundled: Promise<{ js: string; css: string }> | undefined;

/** The client as one script and one style sheet, built once a process. */
function bundleClient(): Promise<{ js: string; css: string }> {
  bundled ??= build({
    entryPoints: ['main.tsx', 'style/main.css'].map((name) =>
      fileURLToPath(new URL(name, clientFolder)),
    ),
    bundle: true,
    write: false,
    outdir: 'out',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    external: pictures.map((name) => `/${name}`),
    define: { 'process.env.NODE_ENV': '"production"' },
  }).then(({ outputFiles }) => {
    const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
    return { js: textOf('.js'), css: textOf('.css') };
  });
  return bundled;
}

/** The page without its messages, which arrive over Server-Sent Events. */
function htmlOf(settings: PageSettings): string {
  const title = settings.title.replace(/[<&]/g, '');
  // JSON in which no text can end the element that it stands in.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${title} sandbox</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/main.css">
<script type="application/json" id="settings">${json}</script>
<script type="module" src="/main.js"></script>
</head>
<body><div id="root"></div><noscript>This page needs JavaScript.</noscript></body>
</html>`;
}

/** A file that the bot shared, always to be saved and never to be shown as a page. */
function sendFile(c: Context, slack: SlackForPage): Response {
  const file = slack.files.find(({ id }) => id === c.req.param('id'));
  if (!file) return c.text('There is no such file.', 404);
  // RFC 8187, so that any name survives the header.
  const name = encodeURIComponent(file.name).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return c.body(file.content, 200, {
    'content-type': `${file.name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'text/plain'}; charset=utf-8`,
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
  });
}

/** First everything, then each change. */
function sendEvents(c: Context, feed: Feed): Response {
  return streamSSE(c, async (stream) => {
    const send = (update: unknown) => stream.writeSSE({ data: JSON.stringify(update) });
    // A page that lost the sandbox looks for it again soon: people restart it while they work.
    await stream.write('retry: 1000\n\n');
    await send(feed.snapshot());
    const unsubscribe = feed.subscribe((update) => void send(update));
    const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs);
    await new Promise<void>((resolve) => stream.onAbort(resolve));
    clearInterval(heartbeat);
    unsubscribe();
  });
}

const tooLong = (c: Context) => c.json({ error: 'That is too long.' }, 413);

/**
 * Does what the page alone may ask for, as JSON; answers with JSON, or with a sentence as `{ error
 * }`.
 */
async function post(c: Context, deed: Deed, feed: Feed): Promise<Response> {
  try {
    // Browsers send the origin of whoever posts, and no script can change it.
    if (c.req.header('origin') !== `http://${c.req.header('host')}`)
      throw new RefusedDeed(403, 'Only the page itself may post here.');
    if (!/^application\/json(?:;|$)/.test(c.req.header('content-type') ?? ''))
      throw new RefusedDeed(415, 'Only JSON is taken here.');
    const body: unknown = await c.req.json().catch(() => {
      throw new RefusedDeed(400, 'That is not JSON.');
    });
    feed.notePage(c.req.header('x-page'));
    return c.json(await deed(body));
  } catch (error) {
    const status = error instanceof RefusedDeed ? error.status : 502;
    return c.json({ error: error instanceof Error ? error.message : String(error) }, status);
  }
}
