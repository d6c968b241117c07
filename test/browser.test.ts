import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from './sandbox/create-sandbox.ts';
import { findBrowser, openBrowser } from './support/browser.ts';

const executablePath = findBrowser();
const isNeeded = Boolean(process.env.CI);
if (!executablePath && !isNeeded) console.warn('skipped the browser test: no Chromium here (set CHROMIUM_PATH)');

/** The sandbox's page as a person uses it. Screenshots are left in test/output. */
describe.skipIf(!executablePath && !isNeeded)('in a browser', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    [sandbox, browser] = await Promise.all([createSandbox(), openBrowser(executablePath ?? '')]);
    page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      timezoneId: 'Africa/Lagos',
      reducedMotion: 'reduce',
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(sandbox.url);
    await page.waitForSelector('body[data-ready]');
  }, 30_000);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const answer = () => page.locator('article[data-author="bot"]').last();
  const card = () => answer().locator('.slip');
  const shot = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `test/output/${name}-${colorScheme}.png` });
    }
  };
  async function type(line: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(line);
    await page.keyboard.press('Enter');
  }

  it('answers /bank zenith with the code', async () => {
    await type('/bank zenith');
    await card().getByText('ZENITH BANK PLC').waitFor();
    expect(await answer().innerText()).toMatch(/ZENITH BANK PLC\s+000015/);
    await shot('bank');
  });

  it('answers /txn with the card, its times in the zone of the viewer', async () => {
    await type('/txn GARO-8f3k2j1');
    await card().getByText('Successful · 25,000.00').waitFor();
    const shown = await answer().innerText();
    expect(shown).toContain('Transfer to Jane Doe');
    expect(shown).toContain('Only visible to you');
    const [, fallback = ''] =
      /\|(\d\d:\d\d:\d\d) UTC>/.exec(JSON.stringify(sandbox.slack.messages.at(-1)?.blocks.at(-1))) ?? [];
    const hour = (Number(fallback.slice(0, 2)) + 1) % 12 || 12; // Lagos is an hour ahead of UTC
    expect(shown).toContain(`asked ${hour}${fallback.slice(2)}`);
    await shot('txn');
  });

  it('runs a sample at a click, and a button of the answer', async () => {
    await page.locator('.sample[data-input="/tsq 12345698690885579"]').first().click();
    await card().getByText('Requery 12345698690885579 · SUCCESSFUL').waitFor();
    sandbox.service.setOutage('unavailable');
    await type('/txn GARO-8f3k2j1');
    await card().getByText('is in trouble').waitFor();
    sandbox.service.setOutage('none');
    await card().getByRole('button', { name: 'Try Again' }).click();
    await card().getByText('Successful · 25,000.00').waitFor();
  });

  it('shows a hostile narration as what it is', async () => {
    await type('/txn GARO-6h4s1l9');
    await card().getByText('<!channel> *free* <https://evil.example|money>').waitFor();
    expect(await card().locator('a, [class*="mention"]').count()).toBe(0);
  });

  it('completes a command and shows its hint', async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill('/ba');
    await page.getByRole('option').filter({ hasText: '/bank' }).waitFor();
    expect(await page.getByRole('option').innerText()).toContain('name or code');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('/bank ');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Open samples' }).waitFor();
    await shot('phone');
  });

  it('has met no breach of a rule of Slack and no error of the page', () => {
    expect(sandbox.slack.breaches).toEqual([]);
    expect(problems).toEqual([]);
  });
});
