import { getHeapSnapshot } from 'node:v8';
import * as z from 'zod';
import { Secret } from '../../src/config/secret.ts';
import { createRecentLookUps } from '../../src/recent-look-ups.ts';
import { createMemoryValues, createRedisValues } from '../../src/store/expiring-values.ts';
import { createRedisConnection } from '../../src/store/redis-connection.ts';
import type { Sighting } from '../../src/transfers/known.ts';
import { createKnownTransactions } from '../../src/transfers/known-store.ts';

const hourMs = 60 * 60_000;
let nowMs = Date.UTC(2026, 0, 31, 12);
Date.now = () => nowMs;

/** Texts in base64, so that nothing but the memory of look-ups holds them as they are. */
const texts = {
  reference: 'R0FSTy03cTd6N3g3',
  ann: 'VTA3UTdaQU5O',
  ben: 'VTA3UTdaQkVO',
  own: 'R0FSTy04cTh6OHg4',
  untaken: 'R0FSTy05cTl6OXg5',
};
const plain = (name: keyof typeof texts) => Buffer.from(texts[name], 'base64').toString();

const values = createMemoryValues<Sighting>();
const known = createKnownTransactions({
  sightings: values,
  assignees: {
    of: async () => [],
    all: async () => [],
    take: () => Promise.reject(new Error('Nobody takes one here.')),
    release: async () => {},
  },
  rememberMs: 24 * hourMs,
  logger: { error() {} },
});
const recent = createRecentLookUps();

/** Nothing listens there: what Redis did not take is in memory for its time alone. */
const away = createRedisConnection({
  address: new Secret('redis://127.0.0.1:1'),
  timeoutMs: 1_000,
  logger: { info() {}, warn() {}, error() {} },
});
const untaken = createRedisValues(away, 'txnbot:{A0:T0}', z.object({}));

/** The names of the texts that a heap snapshot holds, once what is too old is deleted. */
async function left(): Promise<string[]> {
  values.purge();
  untaken.purge();
  recent.purge();
  const chunks: Buffer[] = [];
  for await (const chunk of getHeapSnapshot()) chunks.push(Buffer.from(chunk));
  const snapshot = Buffer.concat(chunks);
  return Object.entries(texts).flatMap(([name, text]) =>
    snapshot.includes(Buffer.from(text, 'base64')) ? [name] : [],
  );
}

const see = (asked: string, personId: string) =>
  known.recall([{ isRequery: false, asked, status: 'pending' }], { personId });
const lookUp = () => ({
  asked: plain('own'),
  isRequery: false,
  status: 'pending',
  group: undefined,
});
await see(plain('reference'), plain('ann'));
recent.note(plain('ann'), [lookUp()]);
recent.notePaste(plain('ann'));
await untaken.write([{ key: `record ${plain('untaken')}`, value: {}, ttlMs: 20 * hourMs }]);
const atFirst = await left();

nowMs += 23 * hourMs;
await see(plain('reference'), plain('ben'));
const afterADay = await left();

nowMs += 2 * hourMs;
const afterAnnsDay = await left();

nowMs += 22 * hourMs + 1;
const afterBensDay = await left();

// Whoever reads this sees that all are in use until here.
const inUse = [await see('A', 'U0'), recent.of('U0'), await untaken.read(['A'])];
away.close();
process.stdout.write(JSON.stringify({ atFirst, afterADay, afterAnnsDay, afterBensDay, inUse }));
