import { once } from 'node:events';
import { errorCode } from '../errors.ts';
import type { Secret } from '../secret.ts';
import { connect, impatient, redisOptions } from '../state/redis/connection.ts';
import { readServerSettings, type ServerSettings } from '../state/redis/server.ts';

const patienceMs = 4_000;

/** What a try to use Redis has seen; `settings` is `undefined` where it answers and does not tell them. */
export type RedisSeen = { failure: string } | { settings: ServerSettings | undefined };

/** Connects once, asks for the settings, and writes nothing. */
export async function probeRedis(address: Secret, ending: AbortSignal): Promise<RedisSeen> {
  let failure = 'silent';
  const over = new AbortController();
  const end = () => over.abort();
  const note = (_use: string, code: string | undefined) => {
    if (code === undefined) return;
    failure = code;
    end();
  };
  const client = { ...redisOptions(address.reveal()), ...impatient };
  const connection = connect({ use: 'check', client, patienceMs, outage: { note, refused: () => {} } });
  const { redis } = connection;
  // Of its own, as `AbortSignal.any` may lose a time-out to the garbage collector (Node's issue 57736).
  const late = setTimeout(end, patienceMs);
  ending.addEventListener('abort', end);
  try {
    if (ending.aborted) return { failure };
    const isReady = await once(redis, 'ready', { signal: over.signal }).then(
      () => true,
      () => false,
    );
    if (!isReady) return { failure };
    return { settings: await readServerSettings(connection) };
  } catch (error) {
    // A user of Redis may be kept from asking for its settings; txnbot does without.
    const code = errorCode(error);
    return code === 'NOPERM' ? { settings: undefined } : { failure: code };
  } finally {
    clearTimeout(late);
    ending.removeEventListener('abort', end);
    redis.disconnect();
  }
}
