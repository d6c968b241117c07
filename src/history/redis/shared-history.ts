import type { Logger } from 'pino';
import type { KeptOfPeople } from '../../forget.ts';
import type { Part } from '../../parts.ts';
import type { RedisConnections } from '../../state/redis/connections.ts';
import { createHistory, type History, noHistory } from '../history.ts';
import { createTrouble } from '../trouble.ts';
import { within } from '../within.ts';
import { createHistoryStream } from './history-stream.ts';
import { createSharedStore } from './shared-store.ts';
import { followStream, type StreamFollower } from './stream-follower.ts';

export interface SharedHistoryOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  /** 0 remembers nothing, and empties what was kept. */
  rememberMs: number;
  logger: Logger;
  /** Called each time that something is remembered by this process alone. */
  onFallback: () => void;
}

export interface SharedHistory {
  history: History;
  part: Part & KeptOfPeople;
}

/** So often what is too old is dropped, and the key of all is asked for. */
const everyMs = 60_000;
/** A start does not hang on a Redis that does. */
const patienceMs = 1_000;
const what = 'answers to them';

/** A history of all processes with this namespace. The part, which starts after the connections, fills and keeps it. */
export function createSharedHistory(options: SharedHistoryOptions): SharedHistory {
  const { connections, namespace, rememberMs, logger, onFallback } = options;
  const connection = connections.open('history');
  const stream = createHistoryStream({ connection, namespace, rememberMs });
  if (rememberMs === 0) {
    const start = () => stream.clear().catch(() => {}); // the connection says why, and Redis forgets it by itself
    const forget = async () => {
      await stream.clear();
      return 0;
    };
    return { history: noHistory, part: { start, stop: async () => {}, what, forget } };
  }
  const store = createSharedStore({ stream, rememberMs, onFallback });
  const handOver = () => store.handOver().catch(() => {}); // tried again when Redis is back, and every minute
  let follower: StreamFollower | undefined;
  let timer: NodeJS.Timeout | undefined;
  const trouble = createTrouble({ logger, what: 'what was asked cannot be remembered', onTrouble: onFallback });
  return {
    history: createHistory(store, trouble),
    part: {
      async start() {
        await handOver();
        connection.redis.on('ready', handOver);
        timer = setInterval(handOver, everyMs).unref();
        const redis = connections.openPatient('history-news');
        follower = followStream({ redis, name: stream.name, lastId: store.lastId, onItems: store.take });
        await within(patienceMs, follower.caughtUp).catch(() => {});
      },
      async stop() {
        clearInterval(timer);
        await handOver();
        follower?.stop();
      },
      what,
      async forget(personId) {
        await store.handOver();
        return stream.forget(personId, store.markOf(personId));
      },
    },
  };
}
