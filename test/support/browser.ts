import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { describe } from 'vitest';

const places = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

/** Where this machine keeps a Chromium, if it has one; CHROMIUM_PATH names another place. */
export function findBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
}

/** Tests in a real browser: skipped where there is none, but never in CI. */
export function describeInBrowser(name: string, tests: (executablePath: string) => void): void {
  const executablePath = findBrowser();
  const isSkipped = !executablePath && !process.env.CI;
  if (isSkipped) console.warn(`skipped ${name}: no Chromium here (set CHROMIUM_PATH)`);
  describe.skipIf(isSkipped)(name, () => tests(executablePath ?? ''));
}

/** Opens the sandbox's page in a window of its own, and waits until it shows what there is. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  /** What went wrong on the page, so far. */
  const problems: string[] = [];
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Africa/Lagos',
    reducedMotion: 'reduce',
    ...options,
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  return { page, problems };
}
