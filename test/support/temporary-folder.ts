import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder until the end of this test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
