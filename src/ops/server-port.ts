import type { Server as NetServer } from 'node:net';

/** The port that a server listens on; for port 0, the free one that the system chose. */
export function serverPort(server: Server | undefined): number | undefined {
  const address = server?.address();
  return address && typeof address === 'object' ? address.port : undefined;
}
