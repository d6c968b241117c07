import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const clientFolder = new URL('./client/', import.meta.url);

/** A route for each file that the browser needs, listed once, so that no request can name another file. */
export function createStaticRoutes() {
  const files = readdirSync(clientFolder).filter((name) => extname(name) in contentTypes);
  return Object.fromEntries(
    files.map((name) => [
      `GET /${name}`,
      (_request: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': contentTypes[extname(name)], 'cache-control': 'no-cache' });
        // Read anew each time: who edits a file sees it after a reload.
        response.end(readFileSync(new URL(name, clientFolder)));
      },
    ]),
  );
}
