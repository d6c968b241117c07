import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { type AuditEntry, assertAppendable, createAudit } from '../../src/ops/audit.ts';
import { holdClock } from '../support/hold-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
  folder = temporaryFolder();
  log = path.join(folder, 'audit.log');
});
const inFile = (hashKey?: Secret) => createAudit({ log, hashKey }, nowhere);
const text = () => readFileSync(log, 'utf8');
const lines = () =>
  text()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('an audit line', () => {
  it('an audit line is JSON with who, where, what and when, in the file once write() resolves', async () => {
    const audit = inFile();
    await audit(entry);
    expect(lines()).toEqual([
      { ...entry, event: 'audit', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    ]);
    await audit({ ...entry, asked: 'two\nlines "and" \u2028 {"user":"U0EVE"}' });
    expect(lines()).toHaveLength(2);
  });

  it.each([
    ['kuda 2039481756', 'kuda ••1756'],
    ['session 000013260514103211000012345678', 'session ••5678'],
    ['2039481756', '2039481756'],
    ['GARO-8f3k2j1 12345698690885579', 'GARO-8f3k2j1 12345698690885579'],
  ])('an audit line has no account or session among words: %j is %j', async (asked, written) => {
    await inFile()({ ...entry, asked });
    expect(lines()).toMatchObject([{ asked: written }]);
  });

  it('an audit line has an HMAC of what was asked if AUDIT_HASH_KEY is set, never the text', async () => {
    const audit = inFile(new Secret('a-key-of-the-operator'));
    await audit(entry);
    const hash = createHmac('sha256', 'a-key-of-the-operator').update('GARO-8F3K2J1').digest('hex');
    expect(lines()).toEqual([expect.objectContaining({ asked: hash })]);
    expect(text()).not.toMatch(/GARO|operator/i);
    await audit({ ...entry, asked: undefined });
    expect(lines()[1]).not.toHaveProperty('asked');
  });

  it("an audit line has one HMAC per reference, in capitals, as the README's command computes it", async () => {
    const audit = inFile(new Secret('a-key-of-the-operator'));
    await audit({ ...entry, asked: 'garo-8f3k2j1 GARO-5p1d6w8' });
    const readme = readFileSync('src/ops/README.md', 'utf8');
    const [, documented = ''] = /^(printf .*openssl .*)$/m.exec(readme) ?? [];
    const printed = execFileSync('sh', ['-c', documented], {
      env: { ...process.env, AUDIT_HASH_KEY: 'a-key-of-the-operator' },
      encoding: 'utf8',
    });
    const [, hash] = /([\da-f]{64})\s*$/.exec(printed) ?? [];
    const [first, second, ...rest] = lines()[0].asked.split(' ');
    expect(first).toBe(hash);
    expect(second).toMatch(/^[\da-f]{64}$/);
    expect(rest).toEqual([]);
  });

  it('an audit line masks keys and card numbers, also those of an unread payload', async () => {
    const audit = inFile();
    await audit({ ...entry, asked: 'txn sk_live_9f8e7d6c5b4a password=hunter2 5500000000000004' });
    expect(lines()[0].asked).toBe('txn ••secret-key•• password=••secret-key•• ••card-0004••');
  });

  it('an audit line goes to stdout if there is no file, and fails if stdout does', async () => {
    const written: string[] = [];
    const writeInTime = async (line: string) => {
      if (written.length > 0) throw new Error('nobody reads');
      written.push(line);
    };
    const audit = createAudit({ log: 'stdout', hashKey: undefined }, { writeInTime });
    await audit(entry);
    expect(written.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining(entry),
    ]);
    await expect(audit(entry)).rejects.toThrow('nobody reads');
  });
});

describe('the file', () => {
  it('the audit file is appended to, readable by its owner alone, and may be rotated', async () => {
    appendFileSync(log, '{"earlier":true}\n');
    const audit = inFile();
    await audit(entry);
    expect(lines()).toHaveLength(2);
    renameSync(log, `${log}.1`);
    await audit(entry);
    expect(lines()).toHaveLength(1);
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['is a folder', () => mkdirSync(log), /EISDIR/],
    ['is in no folder', () => rmSync(folder, { recursive: true }), /ENOENT/],
    ['is a pipe that nobody reads', () => execFileSync('mkfifo', [log]), /ENXIO/],
    ['cannot be flushed', () => (log = '/dev/full'), /./],
  ])('an audit file ends the start where it %s', async (_what, spoil, code) => {
    spoil();
    const words = /^AUDIT_LOG must name a regular file that may be written \((\w+)\)\.$/;
    const { message } = await assertAppendable({ log }).then(
      () => new Error('it is usable'),
      (error: Error) => error,
    );
    expect(words.exec(message)?.[1]).toMatch(code);
  });

  it.runIf(process.platform === 'linux')(
    'that filled up in a line is not spoilt for the next one',
    async () => {
      const audit = inFile();
      const limitFiles = (bytes: string) =>
        execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]);
      limitFiles('100');
      await expect(audit(entry).finally(() => limitFiles('unlimited'))).rejects.toThrow('EFBIG');
      expect(text()).toHaveLength(100);
      await audit({ ...entry, reference: 'NEXT22' });
      await audit({ ...entry, reference: 'NEXT33' });
      const [, ...whole] = text().split('\n').slice(0, -1);
      expect(whole.map((line) => JSON.parse(line).reference)).toEqual(['NEXT22', 'NEXT33']);
    },
  );

  it.runIf(process.platform === 'linux')(
    'on a disk that hangs keeps only those waiting whose line it is',
    async () => {
      holdClock();
      const audit = inFile();
      const release = holdDisk();
      const late = [audit(entry), audit({ ...entry, reference: 'LATE22' })].map((line) =>
        line.catch(String),
      );
      await new Promise(setImmediate); // the first is with the disk now
      const later = audit({ ...entry, reference: 'LATE33' }).catch(String);
      vi.advanceTimersByTime(5_000);
      expect(await Promise.all([...late, later])).toEqual(
        Array(3).fill(expect.stringContaining('ETIMEDOUT')),
      );
      const next = audit({ ...entry, reference: 'NEXT22' });
      await release();
      await next;
      expect(lines().map(({ reference }) => reference)).toEqual(['ABC234', 'LATE22', 'NEXT22']);
    },
  );
});

/**
 * Blocks each of Node's four threads for files, as a disk does that does not answer. @returns what
 * ends that
 */
function holdDisk() {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // More than there are threads: one that is busy with something else takes the next.
  const held = Array.from({ length: 8 }, () => open(pipe, 'r'));
  return async () => {
    const writer = openSync(pipe, 'r+');
    for (const file of await Promise.all(held)) await file.close();
    closeSync(writer);
  };
}
