import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../run-sandbox/create-sandbox.ts';
import { describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { waitFor } from '../support/wait-for.ts';

/** More than a page of a table. */
const paged =
  '8f3k2j1 7c4m9p2 5p1d6w8 2x9f4t7 6r3v8n5 3k7w2q9 4u7k1y9 0a0a0a0 1h6m3q8 5e0r0r1 2h7m1l1 1m2n3b4'.split(
    ' ',
  );

/** The sandbox's page as a person uses it. */
describeInBrowser('in a browser', (executablePath) => {
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    sandbox = await createSandbox({ from: 'bundle' });
    await waitFor(() => expect(sandbox.bot.lines.join()).toContain('"blocks":"current"'));
    browser = await openBrowser(executablePath);
    ({ page, problems } = await openPage(browser, sandbox.url));
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const answer = () => page.locator('article[data-author="bot"]').last();
  const card = () => answer().locator('.slip');
  const modal = () => page.locator('dialog.modal');
  const see = (where: Locator, text: RegExp) => where.getByText(text).first().waitFor();
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name }).click();
  const clickSample = (selector: string) =>
    page
      .locator(`.sample${selector}`)
      .first()
      .evaluate((sample: HTMLElement) => sample.click());
  async function type(line: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(line);
    await page.keyboard.press('Enter');
  }

  it('runs a sample at a click, a button of the answer, and an item of its menu', async () => {
    await clickSample('[data-input="/tsq 12345698690885579"]');
    await see(card(), /SUCCESSFUL/);
    sandbox.service.setOutage('unavailable');
    await type('/txn GARO-8f3k2j1');
    await card().getByText('answered with an error').waitFor();
    sandbox.service.setOutage('none');
    await card().getByRole('button', { name: 'Ask Again' }).click();
    await card().getByText('Successful · 25,000.00').waitFor();
    await card().getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await card().getByText('shared by amara').waitFor();
    expect(await answer().getAttribute('data-ephemeral')).not.toBe('true');
  });

  it('pages a table, with times in the reader’s zone, opens a row and sends the file', async () => {
    await type(`/txn ${paged.map((end) => `GARO-${end}`).join(' ')}`);
    await see(card(), /^12 asked/);
    const column = (place: number) =>
      card()
        .locator('tbody tr:visible')
        .evaluateAll(
          (rows, at) => rows.map((row) => row.children.item(at)?.textContent ?? ''),
          place,
        );
    expect(await column(0)).toHaveLength(10);
    const now = new Date().toLocaleDateString('en-GB', {
      timeZone: 'Africa/Lagos',
      day: 'numeric',
      month: 'short',
    });
    expect((await column(4)).join()).toMatch(new RegExp(`${now}, \\d+:\\d\\d [AP]M`));
    await card().getByRole('button', { name: 'Next' }).click();
    expect(await column(0)).toHaveLength(2);
    await card().getByRole('button', { name: 'More…' }).click();
    await modal().getByRole('combobox').first().selectOption('txn GARO-7c4m9p2');
    await modal().getByText('148,500.50').first().waitFor();
    await modal().getByRole('button', { name: 'Back' }).click();
    await modal().getByRole('button', { name: 'Send Me a CSV' }).click();
    await see(modal(), /is in a direct message/);
    await page.keyboard.press('Escape');
    await modal().waitFor({ state: 'detached' });
    await goTo('txnbot');
    await page.getByRole('link', { name: /^Download transactions-/ }).waitFor();
    await goTo('payments-support');
  });

  it('finds a bank as one types, and posts it', async () => {
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('menuitem', { name: 'Find a Bank Code' }).click();
    await modal().getByRole('combobox').first().fill('zenith b');
    await modal().locator('.offers [role=option]', { hasText: 'ZENITH BANK PLC · 000015' }).click();
    await modal().getByText('000015', { exact: true }).waitFor();
    await modal().getByRole('button', { name: 'Post' }).click();
    await card().getByText('posted by amara').waitFor();
  });

  it('answers a mention in its thread, and looks up what an alert holds', async () => {
    await type('@txnbot txn GARO-8f3k2j1');
    const mention = page
      .locator('article[data-author="person"]', { hasText: 'txn GARO-8f3k2j1' })
      .last();
    await mention.locator('.replies').click();
    const thread = page.locator('aside#thread');
    await thread.getByText('✓ Successful · 25,000.00', { exact: true }).waitFor();
    expect(await thread.innerText()).toContain('J. D.');
    await thread.getByRole('textbox', { name: 'Reply' }).fill('@txnbot bank gtb');
    await page.keyboard.press('Enter');
    await see(thread, /GTBANK PLC/);
    await thread.getByRole('button', { name: 'Close thread' }).click();

    await clickSample('[data-kind="alert"]');
    const alert = page.locator('article', { hasText: 'Waiting for more than 10 minutes' }).last();
    await alert.hover();
    await alert.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Look Up References' }).click();
    await see(card(), /^3 asked: /);
  });

  it('fits a phone, with the status of a table in sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open samples' }).waitFor();
    const overflowing = () =>
      page
        .locator('html, .scroller:visible')
        .evaluateAll((all) =>
          all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.outerHTML),
        );
    expect(await overflowing()).toEqual([]);

    await type('/txn GARO-8f3k2j1 GARO-7c4m9p2 GARO-5p1d6w8');
    await see(card(), /^3 asked: /);
    const expectInSight = async (cell: Locator) => {
      const { x, width } = (await cell.boundingBox()) ?? { x: -1, width: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
    };
    const cells = card().getByRole('row').filter({ hasText: '1,250,000.00' }).locator('td, th');
    await expectInSight(cells.filter({ hasText: /pending/i }));
    expect(await overflowing()).toEqual([]);

    await page.getByRole('button', { name: 'Open samples' }).click();
    await goTo('txnbot');
    await expectInSight(page.locator('.file').getByRole('cell', { name: '60000.00', exact: true }));
    expect(await overflowing()).toEqual([]);
  });

  it('has met no breach of a rule of Slack and no error of the page', () => {
    expect(sandbox.slack.breaches).toEqual([]);
    expect(problems).toEqual([]);
  });
});
