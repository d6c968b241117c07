import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { tokenRefusals } from '../../src/errors.ts';
import { createEvents } from '../../src/ops/events.ts';
import { createMetrics } from '../../src/ops/metrics.ts';

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

/** What `/metrics` says after a bad day of a process that shares a Redis. */
async function metricsText(): Promise<string> {
  const events = createEvents();
  const metrics = createMetrics(events);
  metrics.watchProcess();
  metrics.watchRedis(() => false);
  const bankList = () => ({ size: 1, loadedAtMs: 0, failedAtMs: undefined });
  metrics.watch({ bankList, isConnected: () => false, watchCount: async () => 0 });
  for (const outcome of ['undelivered', 'unaudited'])
    events.emit('outcome', { command: 'txn', outcome, durationMs: 1 });
  events.emit('ack', 1);
  for (const failure of ['not_asked', 'unauthorized', 'untrusted', 'proxy'] as const)
    events.emit('lookUp', { operation: 'transaction', failure, durationMs: 1 });
  events.emit('lookUp', { operation: 'banks', failure: 'timeout', durationMs: 1 });
  for (const failure of ['proxy', ...tokenRefusals])
    events.emit('slackCall', { name: 'auth.test', failure, durationMs: 1 });
  return metrics.text();
}

/**
 * Since version 3, Prometheus stores a number as `2.0` where `/metrics` says `2`; a rule must match
 * both.
 */
const asWritten = (matcher: string) => matcher.replace(String.raw`(\\.0)?`, '');

it.each(rules)('the rule $alert asks for what /metrics has', async ({ expr }) => {
  const lines = (await metricsText()).split('\n');
  const selectors = [...expr.matchAll(/(txnbot_\w+)(?:\{([^}]*)\})?/g)];
  expect(selectors).not.toEqual([]);
  for (const [, name = '', matchers = ''] of selectors) {
    const ofName = lines.filter((line) => line.split(/[{ ]/, 1)[0] === name);
    expect(ofName, name).not.toEqual([]);
    for (const [, label = '', words = ''] of matchers.matchAll(/(\w+)=~?"([^"]*)"/g))
      for (const word of asWritten(words).split('|'))
        expect(ofName.join(), name).toContain(`${label}="${word}"`);
  }
});

it('a refused token pages, by each word with which Slack refuses it', () => {
  const rule = rules.find(({ alert }) => alert === 'TxnbotTokenRefused');
  const words = rule?.expr.matchAll(/failure=~"([^"]*)"/g) ?? [];
  expect([...words].map(([, failures]) => failures)).toEqual(
    Array(3).fill(tokenRefusals.join('|')),
  );
});

it('the READMEs name no metric that /metrics has not, and explain all that it has', async () => {
  const named = (file: string) =>
    readFileSync(file, 'utf8').match(/\b(?:txnbot|nodejs)_[a-z0-9_]+\b/g) ?? [];
  const known = [...(await metricsText()).matchAll(/^# TYPE (\w+) /gm)].map(
    ([, name = '']) => name,
  );
  const own = known.filter((name) => name.startsWith('txnbot_'));
  expect(own.length).toBeGreaterThan(10);
  expect(named('src/ops/README.md')).toEqual(expect.arrayContaining(own));
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join('src', file),
  );
  for (const file of ['README.md', ...files.filter((each) => each.endsWith('README.md'))])
    for (const name of named(file)) expect(known, file).toContain(name);
});
