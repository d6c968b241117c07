import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { recordAll } from './cases.ts';

const usage = `npm run recording -- FILE [--against FILE]
Plays every kept paste, bank question and button to a whole bot between the stand-ins, and writes what left it:
to Slack, to the transfer service, to the audit log and the log, with the names of the metrics.
  --against FILE  what another commit wrote: names the cases that differ, and ends with 1 if there are any`;

const { values, positionals } = parseArgs({
  options: { against: { type: 'string' } },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined) {
  console.error(usage);
  process.exit(2);
}

const cases = await recordAll();
writeFileSync(file, cases.map(({ name, lines }) => `## ${name}\n${lines.join('\n')}\n`).join('\n'));
const before = values.against === undefined ? [] : casesIn(values.against);
const now = casesIn(file);
const differing = values.against === undefined ? [] : [...without(now, before), ...without(before, now)];
for (const name of new Set(differing.map((each) => each.split('\n')[0]))) console.log(name);
console.log(`${now.length} cases, ${differing.length} differences`);
process.exit(differing.length === 0 ? 0 : 1);

function casesIn(name: string): string[] {
  return readFileSync(name, 'utf8').split(/^## /m).slice(1);
}

function without(some: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return some.filter((each) => !known.has(each));
}
