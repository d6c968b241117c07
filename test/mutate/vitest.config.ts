import { defineConfig } from 'vitest/config';
import { everyTest } from '../vitest.config.ts';

/** The tests that `main.ts` names, and no more: Stryker runs whatever a configuration holds. */
export default defineConfig({ test: { ...everyTest, include: process.env.MUTATE_TESTS?.split('\n') ?? [] } });
