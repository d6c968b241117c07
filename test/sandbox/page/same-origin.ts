import type { IncomingMessage } from 'node:http';

/** Whether a request was made to this machine by name, so not by a foreign name that someone pointed at it. */
export function isForLoopback({ headers }: IncomingMessage): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '');
}

/** Whether a request comes from the page itself. Browsers send the origin of whoever posts, and no script can change it. */
export function isFromThePage({ headers }: IncomingMessage): boolean {
  return headers.host !== undefined && headers.origin === `http://${headers.host}`;
}
