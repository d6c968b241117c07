import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import type { TransferApiFailure } from '../../src/errors.ts';
import { createEvents } from '../../src/ops/events.ts';
import { createMetrics, type Metrics } from '../../src/ops/metrics.ts';

const Rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string(), description: z.string().min(40) }),
});
const { groups } = z
  .object({ groups: z.array(z.object({ rules: z.array(Rule) })) })
  .parse(parse(readFileSync('src/ops/alerts.yml', 'utf8')));
const rules = groups.flatMap((group) => group.rules);

const failures: TransferApiFailure[] = ['not_asked', 'unauthorized', 'untrusted', 'proxy'];

/** As a process has them that shares a Redis. */
function allMetrics(events = createEvents()): Metrics {
  const metrics = createMetrics(events);
  metrics.watchProcess();
  metrics.watchRedis(() => false);
  metrics.watch({
    bankList: () => ({ size: 1, loadedAtMs: 0, failedAtMs: undefined }),
    isConnected: () => false,
    watchCount: async () => 0,
  });
  return metrics;
}

/** What `/metrics` says after a bad day: a line a sample. */
async function samples(): Promise<string[]> {
  const events = createEvents();
  const metrics = allMetrics(events);
  for (const outcome of ['undelivered', 'unaudited'])
    events.emit('outcome', { command: 'txn', outcome, durationMs: 1 });
  events.emit('ack', 1);
  for (const failure of failures) events.emit('lookUp', { operation: 'transaction', failure, durationMs: 1 });
  events.emit('slackCall', { name: 'auth.test', failure: 'proxy', durationMs: 1 });
  return (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
/** The names as `/metrics` declares them: a histogram's samples have another ending. */
async function declared(): Promise<string[]> {
  const text = await allMetrics().text();
  return [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
}

const readmes = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'README.md')
  .map((file) => path.join('src', file))
  .concat('README.md');
const named = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:txnbot|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name);

/** Since version 3, Prometheus stores a number as `2.0` where `/metrics` says `2`; a rule must match both. */
const asWritten = (matcher: string) => matcher.replace(String.raw`(\\.0)?`, '');

describe('a rule', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    'asks for what /metrics has: %s',
    async (_name, { expr }) => {
      const lines = await samples();
      const selectors = [...expr.matchAll(/(txnbot_\w+)(?:\{([^}]*)\})?/g)];
      expect(selectors).not.toEqual([]);
      for (const [, name = '', matchers = ''] of selectors) {
        const ofName = lines.filter((line) => line.split(/[{ ]/, 1)[0] === name);
        expect(ofName, name).not.toEqual([]);
        for (const [, label = '', words = ''] of matchers.matchAll(/(\w+)=~?"([^"]*)"/g))
          for (const word of asWritten(words).split('|')) expect(ofName.join(), name).toContain(`${label}="${word}"`);
      }
    },
  );
});

it('the READMEs name no metric that /metrics has not, and explain all that it has', async () => {
  const known = await declared();
  const ofOps = path.join('src', 'ops', 'README.md');
  expect(readmes).toContain(ofOps);
  for (const file of readmes) for (const name of named(file)) expect(known, file).toContain(name);
  const own = known.filter((name) => name.startsWith('txnbot_'));
  expect(own.length).toBeGreaterThan(10);
  expect(named(ofOps)).toEqual(expect.arrayContaining(own));
});
