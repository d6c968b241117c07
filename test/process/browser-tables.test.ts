import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../run-sandbox/create-sandbox.ts';
import { openBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-in-browser.ts';
import { waitFor } from '../support/wait-for.ts';

/** What the sandbox's page draws itself of Slack's blocks of 2026. */
describeInBrowser('tables in a browser', (executablePath) => {
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    sandbox = await createSandbox({ from: 'bundle' });
    await waitFor(() => expect(sandbox.bot.lines.join()).toContain('"blocks":"current"'));
    browser = await openBrowser(executablePath);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 }, timezoneId: 'Asia/Kolkata' });
    await page.goto(sandbox.url);
    await page.waitForSelector('body[data-ready]');
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const answer = () => page.locator('article[data-author="bot"]').last();
  async function ask(line: string, shown: RegExp): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(line);
    await page.keyboard.press('Enter');
    await answer().getByText(shown).first().waitFor();
  }
  const column = (place: number) =>
    answer()
      .locator('tbody tr:visible')
      .evaluateAll((rows, at) => rows.map((row) => row.children.item(at)?.textContent), place);
  const references = [
    '8f3k2j1',
    '7c4m9p2',
    '5p1d6w8',
    '2x9f4t7',
    '6r3v8n5',
    '3k7w2q9',
    '4u7k1y9',
    '0a0a0a0',
    '1h6m3q8',
  ];
  const more = ['5e0r0r1', '2h7m1l1', '1m2n3b4'];
  const line = `/txn ${[...references, ...more].map((end) => `GARO-${end}`).join(' ')}`;

  it('a table is paged, and sorted by a click: down, up, and as it came', async () => {
    await ask(line, /^12 asked/);
    const asItCame = await column(0);
    expect(asItCame).toHaveLength(10);
    expect(await answer().getByRole('status').first().innerText()).toBe('1–10 of 12');
    await answer().getByRole('button', { name: 'Next' }).click();
    expect(await column(0)).toHaveLength(2);

    const button = answer().getByRole('button', { name: 'Amount' });
    await button.click();
    const rising = (await column(2)).map((text) => text ?? '');
    expect(rising).toEqual(rising.toSorted(new Intl.Collator().compare));
    await button.click();
    expect(await answer().getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending');
    await button.click();
    expect(await column(0)).toEqual(asItCame);
  });

  it('amounts are sorted by value where every row has one', async () => {
    await ask(
      `/txn ${references
        .slice(0, 3)
        .map((end) => `GARO-${end}`)
        .join(' ')}`,
      /^3 asked/,
    );
    const amounts = async () => (await column(2)).map((text) => Number(text?.replaceAll(',', '')));
    const came = await amounts();
    await answer().getByRole('button', { name: 'Amount' }).click();
    expect(await amounts()).toEqual(came.toSorted((a, b) => a - b));
    await answer().getByRole('button', { name: 'Amount' }).click();
    expect(await amounts()).toEqual(came.toSorted((a, b) => b - a));
  });

  it('its times are those of the reader’s zone', async () => {
    const times = await column(4);
    expect(times[0]).toMatch(/^\d{4}-\d\d-\d\d \d{1,2}:\d\d [AP]M$/);
    const created = await answer().locator('tbody time').first().getAttribute('datetime');
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', timeStyle: 'short' });
    expect(times[0]).toContain(zone.format(new Date(created ?? '')).replace('\u202f', ' '));
  });
});
