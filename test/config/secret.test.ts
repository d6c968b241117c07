import { format, inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { logLines } from '../support/log-lines.ts';

const canary = 'canary-5d41402abc4b';
const secret = new Secret(canary);

it.each([
  `${secret}`,
  JSON.stringify({ deep: [{ secret }] }, null, 2),
  inspect(secret),
  inspect({ deep: { in: [new Map([[secret, secret]])] } }, { depth: null, showHidden: true }),
  format('%s %j %o %O', secret, secret, secret, secret),
  inspect(new Error(`refused ${secret}`, { cause: { secret } }), { depth: null }),
])('a secret that is printed is named as one: %s', (shown) => {
  expect(shown).toContain('[secret]');
  expect(shown).not.toContain('canary');
});

it('does not show in a log line, nor where nothing of ours prints it', () => {
  const { logger, lines } = logLines();
  logger.error({ secret, deep: { list: [secret] }, err: new Error(String(secret)) }, `with ${secret}`);
  logger.info(secret);
  expect(lines.join()).toContain('[secret]');
  const hidden = { customInspect: false, showHidden: true, getters: true };
  const copies = [secret, structuredClone(secret), { ...secret }, Object.getOwnPropertyDescriptors(secret)];
  const printed = copies.map((copy) => inspect(copy, hidden) + JSON.stringify(copy));
  expect([...lines, ...printed].join()).not.toContain('canary');
});
