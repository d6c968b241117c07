import { describe } from 'vitest';
import { findBrowser } from './browser.ts';

/** Tests in a real browser: skipped where there is none, but never in CI. */
export function describeInBrowser(name: string, tests: (executablePath: string) => void): void {
  const executablePath = findBrowser();
  const isSkipped = !executablePath && !process.env.CI;
  if (isSkipped) console.warn(`skipped ${name}: no Chromium here (set CHROMIUM_PATH)`);
  describe.skipIf(isSkipped)(name, () => tests(executablePath ?? ''));
}
