import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system hands out by itself: one of those may be taken again before it is used. */
const [firstPort, portCount] = [20_000, 12_000];

/** A port of loopback on which nobody listens at the moment. */
export async function freePort(): Promise<number> {
  const port = firstPort + Math.floor(Math.random() * portCount);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
