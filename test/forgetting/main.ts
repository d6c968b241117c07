import { getHeapSnapshot } from 'node:v8';
import { createKnown } from '../../src/known.ts';
import { createRecentLookUps } from '../../src/recent-look-ups.ts';

const hourMs = 60 * 60_000;
let nowMs = Date.UTC(2026, 0, 31, 12);
Date.now = () => nowMs;

/** Texts in base64, so that nothing but the memory of look-ups holds them as they are. */
const texts = {
  reference: 'R0FSTy03cTd6N3g3',
  ann: 'VTA3UTdaQU5O',
  ben: 'VTA3UTdaQkVO',
  own: 'R0FSTy04cTh6OHg4',
};
const plain = (name: keyof typeof texts) => Buffer.from(texts[name], 'base64').toString();

const known = createKnown(24 * hourMs);
const recent = createRecentLookUps();

/** The names of the texts that a heap snapshot holds, once what is too old is deleted. */
async function left(): Promise<string[]> {
  known.purge();
  recent.purge();
  const chunks: Buffer[] = [];
  for await (const chunk of getHeapSnapshot()) chunks.push(Buffer.from(chunk));
  const snapshot = Buffer.concat(chunks);
  return Object.entries(texts).flatMap(([name, text]) =>
    snapshot.includes(Buffer.from(text, 'base64')) ? [name] : [],
  );
}

const pending = { words: 'pending', group: 'moving' } as const;
const lookUp = () => ({
  asked: plain('own'),
  isRequery: false,
  status: 'pending',
  group: undefined,
});
known.remember({ key: plain('reference'), ...pending }, plain('ann'));
recent.note(plain('ann'), [lookUp()]);
recent.notePaste(plain('ann'));
const atFirst = await left();

nowMs += 23 * hourMs;
known.remember({ key: plain('reference'), ...pending }, plain('ben'));
const afterADay = await left();

nowMs += 2 * hourMs;
const afterAnnsDay = await left();

nowMs += 22 * hourMs;
const afterBensDay = await left();

// Whoever reads this sees that both are in use until here.
const inUse = [known.remember({ key: 'A', ...pending }, 'U0'), recent.of('U0')];
process.stdout.write(JSON.stringify({ atFirst, afterADay, afterAnnsDay, afterBensDay, inUse }));
