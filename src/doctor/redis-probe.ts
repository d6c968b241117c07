import { once } from 'node:events';
import { errorCode } from '../errors.ts';
import type { Secret } from '../secret.ts';
import { connect } from '../state/redis/connection.ts';
import { impatient, redisOptions } from '../state/redis/options.ts';
import { readServerSettings, type ServerSettings } from '../state/redis/server-settings.ts';

const patienceMs = 4_000;

/** What a try to use Redis has seen; `settings` is `undefined` where it answers and does not tell them. */
export type RedisSeen = { failure: string } | { settings: ServerSettings | undefined };

/** Connects once, asks for the settings, and writes nothing. */
export async function probeRedis(address: Secret, ending: AbortSignal): Promise<RedisSeen> {
  let failure = 'silent';
  const failed = new AbortController();
  const note = (_use: string, code: string | undefined) => {
    if (code === undefined) return;
    failure = code;
    failed.abort();
  };
  const client = { ...redisOptions(address.reveal()), ...impatient };
  const connection = connect({ use: 'check', client, patienceMs, outage: { note, refused: () => {} } });
  const { redis } = connection;
  try {
    const signal = AbortSignal.any([failed.signal, ending, AbortSignal.timeout(patienceMs)]);
    const isReady = await once(redis, 'ready', { signal }).then(
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
    redis.disconnect();
  }
}
