import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createSlackStandIn } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { startBot } from '../run-sandbox/start-bot.ts';
import { soak } from './soak.ts';
import { errorsIn, progress, summary } from './summary.ts';

/**
 * `npm run soak -- --minutes 10`: the bundle as it ships holds fifty commands a second, against the sandbox. Ctrl-C
 * ends it early, with what it has shown so far. Ends with 1 when anything went wrong.
 */
const perSecond = 50;
const minutes = minutesAsked();

execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
const [slack, service] = await Promise.all([createSlackStandIn(), createSampleTransferService()]);
const bot = await startBot(
  { ...botSettings(slack, service), RATE_LIMIT_TOTAL_PER_MINUTE: String(perSecond * 60 * 2) },
  'bundle',
  { isApart: true },
);
slack.deliverTo(bot.requestUrl);

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => (interrupted.signal.aborted ? process.exit(1) : interrupted.abort()));
process.on('exit', () => bot.process.kill('SIGKILL')); // nobody else would

console.log(`${perSecond} commands a second for ${minutes} min; ${cpus().length} cores, Node ${process.version}`);
const soaked = await soak({
  slack,
  service,
  bot,
  perSecond,
  forMs: minutes * 60_000,
  lookEveryMs: 10_000,
  answerWithinMs: 10_000,
  signal: interrupted.signal,
  onProgress: (soFar) => console.log(progress(soFar)),
});
console.log(`\n${summary(soaked)}`);
await bot.stop();
process.exit(errorsIn(soaked.tally) > 0 ? 1 : 0);

function minutesAsked(): number {
  try {
    const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } });
    const asked = Number(values.minutes);
    if (!(asked > 0 && Number.isFinite(asked))) throw new Error('--minutes must be a number above 0.');
    return asked;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nnpm run soak -- --minutes 10`);
    process.exit(1);
  }
}
