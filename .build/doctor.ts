import { existsSync } from 'node:fs';

/**
 * `npm run doctor` and `npm run validate`: as the image's `check` and `validate`, with the settings in `.env` where there
 * is one, as `npm run dev` has them.
 */
if (existsSync('.env')) process.loadEnvFile();
await import('../src/main.ts');
