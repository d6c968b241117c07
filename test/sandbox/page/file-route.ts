import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SlackForPage } from './types.ts';

/** RFC 8187, so that any name survives the header. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Serves `/files/ID`: a file that the bot shared, always to be saved and never to be shown as a page. */
export function createFileRoute(slack: SlackForPage) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const id = request.url?.split('?')[0]?.slice('/files/'.length);
    const file = slack.files.find((each) => each.id === id);
    if (!file) {
      response.writeHead(404).end('There is no such file.');
      return;
    }
    const type = file.name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'text/plain';
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.name)}`,
      'cache-control': 'no-store',
    });
    response.end(file.content);
  };
}
