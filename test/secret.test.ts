import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../src/secret.ts';
import { logLines } from './support/log-lines.ts';

const canary = 'canary-5d41402abc4b';
const secret = new Secret(canary);

/** Every way in which a value gets into a line or a message by accident. */
const prints: Record<string, () => unknown> = {
  'a template string': () => `${secret}`,
  'String()': () => String(secret),
  'a sum': () => `${''}${secret}`.concat(String(secret)),
  'JSON.stringify': () => JSON.stringify({ deep: [{ secret }] }, null, 2),
  inspect: () => inspect(secret),
  'inspect, nested': () => inspect({ deep: { in: [new Map([[secret, secret]])] } }, { depth: null }),
  'inspect, showHidden': () => inspect({ secret }, { showHidden: true, depth: null }),
  'inspect, without custom': () => inspect(secret, { customInspect: false, showHidden: true, getters: true }),
  format: () => format('%s %j %o %O %d', secret, secret, secret, secret, secret),
  keys: () => [Object.keys(secret), Reflect.ownKeys(secret), Object.entries(secret)].map(String).join(),
  structuredClone: () => inspect(structuredClone(secret), { showHidden: true }),
  'a copy': () => inspect({ ...secret }, { showHidden: true }) + JSON.stringify(Object.assign({}, secret)),
  'an error': () => inspect(new Error(`refused ${secret}`, { cause: { secret } }), { depth: null }),
  'a property bag': () => JSON.stringify(Object.getOwnPropertyDescriptors(secret)),
};

describe('a secret', () => {
  it.each(Object.entries(prints))('does not show in %s', (_name, print) => {
    expect(String(print())).not.toContain('canary');
  });

  it.each(['a template string', 'String()', 'JSON.stringify', 'inspect'])('is named as one in %s', (name) => {
    expect(prints[name]?.()).toContain('[secret]');
  });

  it('does not show in a log line', () => {
    const { logger, lines } = logLines();
    logger.error({ secret, deep: { list: [secret] }, err: new Error(String(secret)) }, `with ${secret}`);
    logger.info(secret);
    expect(lines.join()).toContain('[secret]');
    expect(lines.join()).not.toContain('canary');
  });

  it('is there for whoever asks by name', () => {
    expect(secret.reveal()).toBe(canary);
  });
});
