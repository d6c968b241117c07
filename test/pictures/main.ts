import { createSandbox } from '../run-sandbox/create-sandbox.ts';
import { findBrowser, openBrowser } from '../support/browser.ts';
import { pictures, takePictures } from './pictures.ts';

/**
 * `npm run pictures`: takes the pictures of the READMEs anew. What it started ends with it, however
 * it ends.
 */
const executablePath = findBrowser();
if (!executablePath) throw new Error('No Chromium here: set CHROMIUM_PATH.');
const sandbox = await createSandbox({ env: { WATCH_SCHEDULE: '5s' } });
const browser = await openBrowser(executablePath);
await takePictures(browser, sandbox.url, '.');
await browser.close();
await sandbox.close();
console.log(`Taken: ${pictures.map(({ path }) => path).join(', ')}`);
