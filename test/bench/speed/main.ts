import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { filesAtStart } from '../../support/files-at-start.ts';
import { chart, figure } from './chart.ts';
import { compareAll } from './compare-all.ts';
import * as extremes from './extremes.ts';
import { growth } from './growth.ts';
import { questionsFor } from './questions.ts';
import { createSurroundings } from './surroundings.ts';
import { number, row } from './table.ts';

/**
 * `npm run bench`: txnbot as it ships beside bare Bolt and plain `node:http`, on loopback, in one run. Only ratios
 * say something: the machine is somebody's laptop. `--quick` is short; `--questions` and `--institutions` name files to ask from.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    questions: { type: 'string' },
    institutions: { type: 'string' },
  },
});
const out = new URL('../../output/bench/', import.meta.url);
mkdirSync(out, { recursive: true });
execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });

const { institutions, texts, forgotten } = questionsFor(values);
const surroundings = await createSurroundings(institutions);
const isQuick = values.quick ?? false;
const sizeOf = (file: string) => statSync(new URL(`../../../dist/${file}`, import.meta.url)).size;
const bundleMb = filesAtStart().reduce((sum, file) => sum + sizeOf(file), 0) / 1024 / 1024;
const compared = await compareAll({ surroundings, texts, forgotten, isQuick });

const results: Record<string, unknown> = {
  date: new Date().toISOString(),
  cores: cpus().length,
  load: loadavg(),
  node: process.version,
  questions: texts.length,
  ...compared,
  bundleMb,
};
if (!isQuick) {
  const same = await extremes.slowService(surroundings, 'GARO-8f3k2j1');
  const burst = await extremes.burst(surroundings);
  const panels = await growth(surroundings, texts);
  writeFileSync(new URL('growth.svg', out), chart(panels));
  console.log(`
/txn at 50 at a time, the same reference, a service of 50 ms: p50 ${number(same.p50Ms, 1)} ms, p99 ${number(same.p99Ms, 1)} ms; ${number(same.answered)} answers after the warm-up, ${number(same.upstream)} requests upstream with it
1,000 commands in a second, a service of 3 s: ${burst.acks.answered} acked, the last after ${number(burst.acks.maxMs)} ms; ${burst.finalAnswers} final answers; at most ${burst.mostUpstream} requests upstream; memory ${number(burst.beforeMb)} → ${number(burst.afterMb)} MB
bundle ${number(bundleMb, 2)} MB at start`);
  for (const { title, unit, points } of panels)
    console.log(
      row(title, points.map(({ label, value }) => `${label}: ${figure(value)} ${unit}`.trimEnd()).join(', ')),
    );
  Object.assign(results, { same, burst, panels });
}
writeFileSync(new URL('results.json', out), JSON.stringify(results, undefined, 2));
surroundings.close();
