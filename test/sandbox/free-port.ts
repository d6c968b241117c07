import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that a system hands out by itself: one of those may be taken again before it is
 * used. Each process has a slice of its own, because a bot takes a second to listen on the port
 * that it was given.
 */
const [firstPort, sliceCount, sliceSize] = [20_000, 120, 100];
const sliceStart = firstPort + (process.pid % sliceCount) * sliceSize;
let next = Math.floor(Math.random() * sliceSize);

/**
 * A port of loopback on which nobody listens at the moment, and which this process has not handed
 * out lately.
 */
export async function freePort(): Promise<number> {
  const port = sliceStart + next;
  next = (next + 1) % sliceSize;
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
