import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/**
 * An empty folder until the end of this test.
 * @param test needed where tests run side by side
 */
export function temporaryFolder(test: Pick<TestContext, 'onTestFinished'> = { onTestFinished }): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-test-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
