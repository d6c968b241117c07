import type { Server } from 'node:http';

/** The port a server listens on; asked for as 0, it is the one that was free. */
export function serverPort(server: Server | undefined): number | undefined {
  const address = server?.address();
  return address && typeof address === 'object' ? address.port : undefined;
}
