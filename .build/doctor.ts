import { existsSync } from 'node:fs';

/**
 * `npm run doctor`: as the image's `check`, with the settings in `.env` where there is one, as `npm run dev` has them.
 */
if (existsSync('.env')) process.loadEnvFile();
await import('../src/main.ts');
