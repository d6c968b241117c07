import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startRedis } from '../support/redis.ts';
import { killBatch } from './batch-kills.ts';
import { runKills } from './run-kills.ts';

/**
 * `npm run kills -- --kills 30 --watches 200`, and `--processes 2` for two with a Redis of their own. Ends with 1 when a
 * watch was lost, or a change was told too often. `--references 300` kills in one batch of so many instead.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    watches: { type: 'string', default: '200' },
    processes: { type: 'string', default: '1' },
    references: { type: 'string' },
  },
});
const processes = Number(values.processes);
const closing: (() => Promise<void>)[] = [];
const redis =
  processes > 1
    ? await startRedis({ onTestFinished: (close) => void closing.push(close) }, { isKept: true })
    : undefined;

execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
if (values.references !== undefined) {
  const count = Number(values.references);
  const batch = await killBatch(Number(values.kills), count);
  console.log(batch);
  process.exit(batch.answered === count && batch.results === 1 && batch.files === 1 ? 0 : 1);
}
const killed = await runKills({
  kills: Number(values.kills),
  watches: Number(values.watches),
  livesMs: 20_000,
  processes,
  redisUrl: redis?.url,
  onProgress: console.log,
});
for (const close of closing) await close();
const { kills, watches, told, untold, broken, doubled, breaches } = killed;
console.log(`
processes              ${processes}${redis ? ', with Redis' : ''}
watches confirmed      ${watches}
kills                  ${kills}
changes told           ${told}
watches lost or untold ${untold.length}
out of order           ${broken.length}
messages told again    ${doubled}
breaches of Slack      ${breaches.length}`);
for (const line of [...untold, ...broken, ...breaches].slice(0, 20)) console.log(line);
process.exit(untold.length + broken.length + breaches.length > 0 || doubled > kills ? 1 : 0);
