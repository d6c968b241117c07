import { expect, it } from 'vitest';
import { explainNetwork } from '../../src/doctor/explain.ts';

const asked = { who: 'the service', proxyVariable: 'THE_PROXY', addressVariable: 'THE_ADDRESS' };

it.each([
  ['ENOTFOUND', 'DNS knows no such name (ENOTFOUND), so the service was not reached.', 'Check THE_ADDRESS and'],
  ['EAI_AGAIN', 'No DNS server gave an answer (EAI_AGAIN), so the service was not reached.', "Check this machine's"],
])('tells a name that is not there from a DNS that is silent: %s', (code, seen, todo) => {
  expect(explainNetwork(code, asked)).toEqual({ outcome: 'problem', seen, todo: expect.stringContaining(todo) });
});
