import { createMemoryState } from '../memory.ts';
import type { State } from '../state.ts';
import { createRedisClaims } from './claims.ts';
import type { RedisConnections } from './connections.ts';
import { createRedisLimiters } from './limiters.ts';
import { createOwnedKeys } from './owned-keys.ts';

export interface RedisStateOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  /** Called each time that this process decides alone, as Redis is away. */
  onFallback: (use: 'claims' | 'limits') => void;
}

/** State that all processes with this namespace share. While Redis is away, each one has its own. */
export function createRedisState({ connections, namespace, onFallback }: RedisStateOptions): State {
  const claims = createRedisClaims({
    keys: createOwnedKeys(connections.open('claims'), `${namespace}:claim:`),
    memory: createMemoryState(),
    onFallback: () => onFallback('claims'),
  });
  const createLimiter = createRedisLimiters({
    connection: connections.open('limits'),
    namespace,
    onFallback: () => onFallback('limits'),
  });
  return { ...claims, createLimiter };
}
