import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runKills } from './run-kills.ts';

/** `npm run kills -- --kills 30 --watches 200`. Ends with 1 when a watch was lost, or a change was told too often. */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '30' }, watches: { type: 'string', default: '200' } },
});

execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
const killed = await runKills({
  kills: Number(values.kills),
  watches: Number(values.watches),
  livesMs: 20_000,
  onProgress: console.log,
});
const { kills, watches, told, untold, broken, doubled, breaches } = killed;
console.log(`
watches confirmed      ${watches}
kills                  ${kills}
changes told           ${told}
watches lost or untold ${untold.length}
out of order           ${broken.length}
messages told again    ${doubled}
breaches of Slack      ${breaches.length}`);
for (const line of [...untold, ...broken, ...breaches].slice(0, 20)) console.log(line);
process.exit(untold.length + broken.length + breaches.length > 0 || doubled > kills ? 1 : 0);
