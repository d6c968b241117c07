import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../src/commands/answer.ts';
import { bank } from '../../src/commands/bank.ts';
import type { Command, CommandRequest } from '../../src/commands/command.ts';
import { tsq } from '../../src/commands/tsq.ts';
import { txn } from '../../src/commands/txn.ts';
import { createSpellings } from '../../src/views/spelling.ts';
import { createSampleTransferService } from '../sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from '../sandbox/transfer-service/types.ts';
import { servicesFor } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

const { slash, mention } = createSpellings('');
let service: SampleTransferService;
beforeEach(async () => {
  service = await createSampleTransferService();
});
afterEach(() => service.close());

const run = (command: Command, text: string, request: Partial<CommandRequest> = {}) =>
  answer(
    command,
    { text, audience: 'asker', canShare: true, spelling: slash, ...request },
    servicesFor(service.baseUrl, { TRANSFER_API_TOKEN: service.token }),
  );
const said = (command: Command, text: string, spelling = slash) =>
  run(command, text, { spelling }).then(
    (reply) => reply.text,
    (error: Error) => error.message,
  );

describe('every command', () => {
  it.each([txn, tsq, bank])('says how it is used without an argument, and more with help', async (command) => {
    expect(await said(command, '')).toContain(`\`/${command.name} `);
    for (const help of ['help', 'HELP', '?', '--help'])
      expect(await said(command, help)).toMatch(/^What txnbot answers/);
    expect(await said(command, '', mention)).toContain(`\`@txnbot ${command.name} `);
    expect(service.requests).toEqual([]);
  });
});

describe('/txn', () => {
  it.each([
    ['GARO-8f3k2j1', /^Successful · 25,000\.00/],
    ['GARO-0a0a0a0', /No transaction|transaction: not_found/],
    ['x'.repeat(201), /201 characters long, and txnbot takes references of at most 200/],
    ['GARO-8f3k2j1, GARO-5p1d6w8', /^2 asked: /],
    ['GARO-8f3k2j1 GARO-8f3k2j1', /^Successful/],
    ['ref GARO-8f3k2j1 and GARO-5p1d6w8', /^2 asked: /],
    ['one two', /^2 asked: 2 not found/],
  ])('%j', async (text, answered) => {
    expect(await said(txn, text)).toMatch(answered);
  });

  it('is shortened for a channel', async () => {
    const lines = shownLines(await run(txn, 'GARO-8f3k2j1', { audience: 'channel' })).join('\n');
    expect(lines).toContain('J. D.');
    expect(lines).not.toMatch(/Jane|0123456789|txn:share/);
  });
});

describe('/tsq', () => {
  it.each([
    ['12345698690885579', /^Requery 12345698690885579 · SUCCESSFUL/],
    ['#12345698690885579.', /^Requery 12345698690885579 · SUCCESSFUL/],
    ['GARO-8f3k2j1', /digits only\. `GARO-8f3k2j1` looks like a reference: try `\/txn GARO-8f3k2j1`/],
    ['2026-11-21-001', /looks like a reference/],
    ['123 456', /takes one at a time/],
    ['!!', /digits only, for instance `\/tsq 1/],
    ['9'.repeat(41), /41 digits long, and txnbot takes identifiers of at most 40/],
  ])('%j', async (text, answered) => {
    expect(await said(tsq, text)).toMatch(answered);
  });
});

describe('/bank', () => {
  it.each([
    ['zenith', /ZENITH BANK PLC/],
    ['000015', /^ZENITH BANK PLC {3}`000015`/],
    ['x'.repeat(101), /too long/],
    ['qqqq', /^No bank matches "qqqq"/],
  ])('%j', async (text, answered) => {
    expect(await said(bank, text)).toMatch(answered);
  });
});
