import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * An empty folder until the end of this test.
 * @param test needed where tests run side by side
 */
export function temporaryFolder(
  test: { onTestFinished(end: () => void): void } = { onTestFinished },
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-test-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
