import { isIP } from 'node:net';
import type { RedisOptions } from 'ioredis';

/** How answers are drawn is the library's own business. */
export type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

/** The first tries come at once, as a restart of Redis takes a second; the later ones do not press. */
const longestWaitMs = 2_000;

/** What the client is told, from an address that the configuration has checked. */
export function redisOptions(address: string): ConnectionOptions {
  const { protocol, hostname, port, pathname, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? 6379 : Number(port),
    db: Number(pathname.slice(1)),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' ? { tls: isIP(host) ? {} : { servername: host } } : {}),
    connectTimeout: 5_000,
    socketTimeout: 15_000, // BullMQ's own waits last for ten seconds
    disconnectTimeout: 1, // whoever closes does not wait for the other side
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), longestWaitMs),
  };
}

/** For questions on whose answer a person waits: a command is sent now, to a server that answers, or fails. */
export const impatient = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} satisfies ConnectionOptions;
