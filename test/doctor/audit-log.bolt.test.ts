import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { auditLog } from '../../src/doctor/machine.ts';
import { createExamined } from '../support/examine.ts';

it('goes to stdout', async (test) => {
  const { examine } = await createExamined(test);
  expect(await examine(auditLog)).toEqual(['ok Goes to stdout, with the log.']);
});

it('is a file that lines can be appended to, or that can be made; none is made', async (test) => {
  const { examine } = await createExamined(test);
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'audit.log');
  expect(await examine(auditLog, { AUDIT_LOG: file })).toEqual([
    'ok The file of AUDIT_LOG is not there yet, and can be made.',
  ]);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, 'a line\n');
  expect(await examine(auditLog, { AUDIT_LOG: file })).toEqual(['ok Lines can be appended to the file of AUDIT_LOG.']);
});

it('is no file', async (test) => {
  const { examine } = await createExamined(test);
  const noFile = 'PROBLEM AUDIT_LOG is no regular file. → Name a file: no folder, no pipe and no device.';
  expect(await examine(auditLog, { AUDIT_LOG: tmpdir() })).toEqual([noFile]);
  expect(await examine(auditLog, { AUDIT_LOG: '/dev/null' })).toEqual([noFile]);
});

it('is in a place that is not there', async (test) => {
  const { examine } = await createExamined(test);
  expect(await examine(auditLog, { AUDIT_LOG: path.join(tmpdir(), 'canary', 'audit.log') })).toEqual([
    'PROBLEM The file of AUDIT_LOG is not there, and cannot be made (ENOENT). → Make the folder that it stands in, or name another file.',
  ]);
  expect(await examine(auditLog, { AUDIT_LOG: '/dev/null/audit.log' })).toEqual([
    expect.stringContaining('PROBLEM The file of AUDIT_LOG cannot be appended to (ENOTDIR)'),
  ]);
});
