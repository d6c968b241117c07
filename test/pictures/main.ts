import { createSandbox } from '../run-sandbox/create-sandbox.ts';
import { findBrowser, openBrowser } from '../support/browser.ts';
import { pictures, takePictures } from './pictures.ts';

/** `npm run pictures`: takes the pictures of the READMEs anew. */
const executablePath = findBrowser();
if (!executablePath) throw new Error('No Chromium here: set CHROMIUM_PATH.');
const sandbox = await createSandbox({ env: { WATCH_SCHEDULE: '5s' } });
try {
  const browser = await openBrowser(executablePath);
  try {
    await takePictures(browser, sandbox.url, '.');
  } finally {
    await browser.close();
  }
} finally {
  await sandbox.close();
}
console.log(`Taken: ${pictures.map(({ path }) => path).join(', ')}`);
