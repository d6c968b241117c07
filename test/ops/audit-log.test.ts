import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditEntry, createAudit } from '../../src/ops/audit.ts';
import { Secret } from '../../src/secret.ts';

const entry: AuditEntry = {
  team: 'T0OURS',
  user: 'U0ANN',
  channel: 'C0HERE',
  door: 'slash_command',
  command: 'txn',
  asked: 'GARO-8f3k2j1',
  outcome: 'answered',
  durationMs: 12,
  reference: 'ABC234',
};
const nowhere = { writeInTime: () => Promise.reject(new Error('this one has a file')) };
let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'txnbot-'));
  log = path.join(folder, 'audit.log');
});
afterEach(() => rmSync(folder, { recursive: true }));
const lines = () =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

describe('an audit line', () => {
  it('is JSON with who, where, what and when, in the file when it is written', async () => {
    const audit = createAudit({ log, hashKey: undefined }, nowhere);
    await audit(entry);
    expect(lines()).toEqual([{ ...entry, event: 'audit', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) }]);
    await audit({ ...entry, asked: undefined });
    expect(lines()).toHaveLength(2);
  });

  it('holds an HMAC of what was asked when there is a key, and never what was asked', async () => {
    const hashKey = new Secret('a-key-of-the-operator');
    await createAudit({ log, hashKey }, nowhere)(entry);
    const hash = createHmac('sha256', 'a-key-of-the-operator').update('GARO-8f3k2j1').digest('hex');
    expect(lines()).toEqual([expect.objectContaining({ asked: hash })]);
    expect(readFileSync(log, 'utf8')).not.toMatch(/GARO|operator/);
    await createAudit({ log, hashKey }, nowhere)({ ...entry, asked: undefined });
    expect(lines()[1]).not.toHaveProperty('asked');
  });

  it('is one line, whatever was asked', async () => {
    await createAudit(
      { log, hashKey: undefined },
      nowhere,
    )({ ...entry, asked: 'two\nlines "and" \u2028 {"user":"U0EVE"}' });
    expect(lines()).toHaveLength(1);
  });
});

it('goes to stdout where there is no file, and its fault is that of the line', async () => {
  const written: string[] = [];
  const writeInTime = async (line: string) => {
    if (written.length > 0) throw new Error('nobody reads');
    written.push(line);
  };
  const audit = createAudit({ log: 'stdout', hashKey: undefined }, { writeInTime });
  await audit(entry);
  expect(written.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...entry, event: 'audit' }),
  ]);
  await expect(audit(entry)).rejects.toThrow('nobody reads');
});

describe('the file', () => {
  it('is appended to, and for its owner alone', async () => {
    appendFileSync(log, '{"earlier":true}\n', { mode: 0o600 });
    await createAudit({ log, hashKey: undefined }, nowhere)(entry);
    expect(lines()).toHaveLength(2);
    rmSync(log);
    createAudit({ log, hashKey: undefined }, nowhere);
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });

  it('may be moved away: the next line begins a new one', async () => {
    const audit = createAudit({ log, hashKey: undefined }, nowhere);
    await audit(entry);
    renameSync(log, `${log}.1`);
    await audit(entry);
    expect(lines()).toHaveLength(1);
  });

  it.each<[string, () => void]>([
    ['cannot be opened', () => mkdirSync(log)],
    ['is in no folder', () => rmSync(folder, { recursive: true })],
  ])('that %s stops the start', (_what, spoil) => {
    spoil();
    expect(() => createAudit({ log, hashKey: undefined }, nowhere)).toThrow();
    mkdirSync(folder, { recursive: true });
  });

  it('that goes away stops the line', async () => {
    const audit = createAudit({ log, hashKey: undefined }, nowhere);
    rmSync(folder, { recursive: true });
    await expect(audit(entry)).rejects.toThrow();
    mkdirSync(folder);
  });

  it.runIf(process.platform === 'linux')('that filled up in a line is not spoilt for the next one', async () => {
    const audit = createAudit({ log, hashKey: undefined }, nowhere);
    const limitFiles = (bytes: string) => execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]);
    limitFiles('100');
    try {
      await expect(audit(entry)).rejects.toThrow('EFBIG');
    } finally {
      limitFiles('unlimited');
    }
    expect(readFileSync(log, 'utf8')).toHaveLength(100);
    await audit({ ...entry, reference: 'NEXT22' });
    await audit({ ...entry, reference: 'NEXT33' });
    const [, ...whole] = readFileSync(log, 'utf8').split('\n');
    expect(whole.slice(0, -1).map((line) => JSON.parse(line).reference)).toEqual(['NEXT22', 'NEXT33']);
  });

  it('that is a pipe which nobody reads stops the start, and holds nothing up', () => {
    execFileSync('mkfifo', [log]);
    expect(() => createAudit({ log, hashKey: undefined }, nowhere)).toThrow('ENXIO');
  });

  it('that cannot be flushed stops the start', () => {
    expect(() => createAudit({ log: '/dev/full', hashKey: undefined }, nowhere)).toThrow();
  });
});
