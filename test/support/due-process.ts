import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '../../src/secret.ts';
import { createConnections } from '../../src/store/redis-connection.ts';
import { createRedisTimetable } from '../../src/watches/redis-schedule.ts';
import { logLines } from './log-lines.ts';

/** A process that only wakes: it says when it begins to ask about a reference, and when it has. */
const [url = '', namespace = '', takesMs = ''] = process.argv.slice(1);
const say = (...words: string[]) => process.stdout.write(`${words.join(' ')}\n`);
const { logger } = logLines();
const connections = createConnections({ address: new Secret(url), timeoutMs: 2_000, logger });
const nothing = { references: async () => [], nextAtMs: async () => undefined };
const timetable = createRedisTimetable({ connections, namespace, logger, ...nothing });
process.on('unhandledRejection', (reason) => say('unhandled', String(reason)));
await timetable.start(async (reference) => {
  say('begins', reference);
  await sleep(Number(takesMs));
  say('ends', reference);
});
await connections.settled(10_000);
say('ready');
