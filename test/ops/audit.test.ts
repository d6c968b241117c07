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
  it('is JSON with who, where, what and when, in the file when it is written', () => {
    const audit = createAudit({ log, hashKey: undefined });
    audit(entry);
    expect(lines()).toEqual([{ ...entry, event: 'audit', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) }]);
    audit({ ...entry, asked: undefined });
    expect(lines()).toHaveLength(2);
  });

  it('holds an HMAC of what was asked when there is a key, and never what was asked', () => {
    const hashKey = new Secret('a-key-of-the-operator');
    createAudit({ log, hashKey })(entry);
    const hash = createHmac('sha256', 'a-key-of-the-operator').update('GARO-8f3k2j1').digest('hex');
    expect(lines()).toEqual([expect.objectContaining({ asked: hash })]);
    expect(readFileSync(log, 'utf8')).not.toMatch(/GARO|operator/);
    createAudit({ log, hashKey })({ ...entry, asked: undefined });
    expect(lines()[1]).not.toHaveProperty('asked');
  });

  it('is one line, whatever was asked', () => {
    createAudit({ log, hashKey: undefined })({ ...entry, asked: 'two\nlines "and" \u2028 {"user":"U0EVE"}' });
    expect(lines()).toHaveLength(1);
  });
});

describe('the file', () => {
  it('is appended to, and for its owner alone', () => {
    appendFileSync(log, '{"earlier":true}\n', { mode: 0o600 });
    createAudit({ log, hashKey: undefined })(entry);
    expect(lines()).toHaveLength(2);
    rmSync(log);
    createAudit({ log, hashKey: undefined });
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });

  it('may be moved away: the next line begins a new one', () => {
    const audit = createAudit({ log, hashKey: undefined });
    audit(entry);
    renameSync(log, `${log}.1`);
    audit(entry);
    expect(lines()).toHaveLength(1);
  });

  it.each<[string, () => void]>([
    ['cannot be opened', () => mkdirSync(log)],
    ['is in no folder', () => rmSync(folder, { recursive: true })],
  ])('that %s stops the start', (_what, spoil) => {
    spoil();
    expect(() => createAudit({ log, hashKey: undefined })).toThrow();
    mkdirSync(folder, { recursive: true });
  });

  it('that goes away stops the line', () => {
    const audit = createAudit({ log, hashKey: undefined });
    rmSync(folder, { recursive: true });
    expect(() => audit(entry)).toThrow();
    mkdirSync(folder);
  });

  it.runIf(process.platform === 'linux')('that filled up in a line is not spoilt for the next one', () => {
    const audit = createAudit({ log, hashKey: undefined });
    const limitFiles = (bytes: string) => execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]);
    limitFiles('100');
    try {
      expect(() => audit(entry)).toThrow('EFBIG');
    } finally {
      limitFiles('unlimited');
    }
    expect(readFileSync(log, 'utf8')).toHaveLength(100);
    audit({ ...entry, reference: 'NEXT22' });
    audit({ ...entry, reference: 'NEXT33' });
    const [, ...whole] = readFileSync(log, 'utf8').split('\n');
    expect(whole.slice(0, -1).map((line) => JSON.parse(line).reference)).toEqual(['NEXT22', 'NEXT33']);
  });

  it('that is a pipe which nobody reads stops the start, and holds nothing up', () => {
    execFileSync('mkfifo', [log]);
    expect(() => createAudit({ log, hashKey: undefined })).toThrow('ENXIO');
  });

  it('that cannot be flushed stops the start', () => {
    expect(() => createAudit({ log: '/dev/full', hashKey: undefined })).toThrow();
  });
});
