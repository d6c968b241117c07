import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

/**
 * Builds what the tests of whole processes start: once before all tests, and again before each
 * round of a watch.
 */
export async function setup(project: TestProject): Promise<void> {
  const build = async () => {
    await promisify(execFile)(process.execPath, ['--import', 'tsx', '.build/bundle.ts']);
  };
  project.onTestsRerun(build);
  await build();
}
