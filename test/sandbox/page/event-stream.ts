import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxFeed } from './sandbox-feed.ts';
import type { SandboxUpdate } from './types.ts';

const heartbeatMs = 15_000;

/** Serves a feed as Server-Sent Events: first everything, then each change. */
export function createEventStream(feed: SandboxFeed) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const send = (update: SandboxUpdate) => response.write(`data: ${JSON.stringify(update)}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // A page that lost the sandbox looks for it again soon: people restart it while they work.
    response.write('retry: 1000\n\n');
    send(feed.snapshot());
    const unsubscribe = feed.subscribe(send);
    const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
    request.on('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
    });
  };
}
