import { once } from 'node:events';
import type { Server } from 'node:http';

const loopback = '127.0.0.1';

/** Listens on loopback and answers with host and port, once it is open; rejects when the port is taken. */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, loopback);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `${loopback}:${address.port}`;
}
