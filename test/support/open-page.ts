import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

interface OpenPage {
  readonly page: Page;
  /** What went wrong on the page, so far. */
  readonly problems: readonly string[];
}

/** Opens the sandbox's page in a window of its own, and waits until it shows what there is. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
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
