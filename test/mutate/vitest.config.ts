import { defineConfig } from 'vitest/config';
import type { Reporter, Vitest } from 'vitest/node';
import { everyTest, outOfProcess } from '../vitest.config.ts';

let vitest: Vitest | undefined;

/**
 * A file that a change keeps from loading has no test that fails, and Stryker would take the change
 * for unnoticed.
 */
const failedLoads: Reporter = {
  onInit: (started) => {
    vitest = started;
  },
  onTestModuleEnd: (file) => {
    for (const error of file.errors()) vitest?.state.catchError(error, 'Failed Load');
  },
};

/**
 * The tests in `TESTS`, a folder or the beginning of a name, and no more: Stryker runs whatever a
 * configuration holds.
 */
const tests = process.env.TESTS ?? 'test';

/**
 * Not those that read the project's own files, which are changed here, or ask git, which is not
 * here.
 */
const exclude = [...outOfProcess, 'test/architecture.test.ts', 'test/ops/examples.test.ts'];

export default defineConfig({
  test: {
    ...everyTest,
    include: [`${tests}{/**/*,.*,}.test.ts`],
    exclude,
    reporters: [failedLoads],
  },
});
