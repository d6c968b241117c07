import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../run-sandbox/create-sandbox.ts';
import { describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { waitFor } from '../support/wait-for.ts';

/** More than a page of a table. */
const paged = '8f3k2j1 7c4m9p2 5p1d6w8 2x9f4t7 6r3v8n5 3k7w2q9 4u7k1y9 0a0a0a0 1h6m3q8 5e0r0r1 2h7m1l1 1m2n3b4'.split(
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
  async function type(line: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(line);
    await page.keyboard.press('Enter');
  }

  it('runs a sample at a click, and a button of the answer', async () => {
    await page.locator('.sample[data-input="/tsq 12345698690885579"]').first().click();
    await card()
      .getByText(/SUCCESSFUL/)
      .first()
      .waitFor();
    sandbox.service.setOutage('unavailable');
    await type('/txn GARO-8f3k2j1');
    await card().getByText('answered with an error').waitFor();
    sandbox.service.setOutage('none');
    await card().getByRole('button', { name: 'Try Again' }).click();
    await card().getByText('Successful · 25,000.00').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).press('ArrowUp');
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('/txn GARO-8f3k2j1');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
  });

  it('shows a hostile narration as what it is', async () => {
    await type('/txn GARO-6h4s1l9');
    await card().getByText('<!channel> *free* <https://evil.example|money>').waitFor();
    expect(await answer().innerText()).toContain('Only visible to you');
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

  it('refreshes, requeries, shares and shows all fields of a card', async () => {
    await type('/txn GARO-5p1d6w8');
    await card().getByText('Pending · 1,250,000.00').waitFor();
    const pressed = card();
    const id = await answer().getAttribute('data-message-id');
    const original = page.locator(`article[data-message-id="${id}"] .slip`);
    const asked = await original.innerText();
    const second = () => Math.floor(Date.now() / 1000); // the time on the card is in seconds
    const askedIn = second();
    await expect.poll(second).toBeGreaterThan(askedIn);
    await pressed.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => original.innerText()).not.toBe(asked);

    await original.getByRole('button', { name: 'Requery' }).click();
    await card()
      .getByText(/; requery/)
      .first()
      .waitFor();

    await original.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await card().getByText('shared by amara').waitFor();
    expect(await answer().getAttribute('data-ephemeral')).not.toBe('true');
    expect(await card().innerText()).not.toContain('Ada Eze');

    await original.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Note for the Bank' }).click();
    await card().getByText('Session: 100004240926161204119822107890').waitFor();

    await original.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'All Fields' }).click();
    const modal = page.locator('dialog.modal');
    await modal
      .getByText(/destinationAccountName/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
  });

  it('pages a table, sorts it by a click, and shows its times in the reader’s zone', async () => {
    await type(`/txn ${paged.map((end) => `GARO-${end}`).join(' ')}`);
    await card()
      .getByText(/^12 asked/)
      .waitFor();
    const column = (place: number) =>
      card()
        .locator('tbody tr:visible')
        .evaluateAll((rows, at) => rows.map((row) => row.children.item(at)?.textContent ?? ''), place);
    const asItCame = await column(0);
    expect(asItCame).toHaveLength(10);
    const now = new Date().toLocaleDateString('en-GB', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'short' });
    expect((await column(4)).join()).toMatch(new RegExp(`${now}, \\d+:\\d\\d [AP]M`));
    await card().getByRole('button', { name: 'Next' }).click();
    expect(await column(0)).toHaveLength(2);

    const byAmount = card().getByRole('button', { name: 'Amount' });
    await byAmount.click();
    const rising = (await column(2)).map((text) => (text === '–' ? 0 : Number(text.replaceAll(',', ''))));
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    await byAmount.click();
    expect(await card().getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending');
    await byAmount.click();
    expect(await column(0)).toEqual(asItCame);
  });

  it('shows many at once as a table, opens a row and sends the file', async () => {
    await page
      .locator('.sample[data-input^="/txn GARO-8f3k2j1 GARO-7c4m9p2"]')
      .first()
      .evaluate((sample: HTMLElement) => sample.click());
    await card()
      .getByText(/^10 asked: 2 successful/)
      .waitFor();
    expect(await card().getByRole('row').count()).toBe(11);
    await card().getByRole('button', { name: 'More…' }).click();
    const modal = page.locator('dialog.modal');
    await modal.getByRole('combobox').first().selectOption('txn GARO-7c4m9p2');
    await modal.getByText('148,500.50').first().waitFor();
    await modal.getByRole('button', { name: 'Back' }).click();
    await modal.getByRole('button', { name: 'Send Me a CSV' }).click();
    await modal
      .getByText(/is in a direct message/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'txnbot' }).click();
    await page.getByRole('link', { name: /^Download transactions-/ }).waitFor();
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: 'payments-support' })
      .click();
  });

  it('finds a bank as one types, and posts it', async () => {
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('menuitem', { name: 'Find a Bank Code' }).click();
    const modal = page.locator('dialog.modal');
    await modal.getByRole('combobox').first().fill('zenith b');
    await modal.locator('.offers [role=option]', { hasText: 'ZENITH BANK PLC · 000015' }).click();
    await modal.getByText('000015', { exact: true }).waitFor();
    await modal.getByRole('button', { name: 'Post' }).click();
    await card().getByText('posted by amara').waitFor();
  });

  it('answers a mention in its thread, and looks up what an alert holds', async () => {
    await type('@txnbot txn GARO-8f3k2j1');
    const mention = page.locator('article[data-author="person"]', { hasText: 'txn GARO-8f3k2j1' }).last();
    await mention.locator('.replies').click();
    const thread = page.locator('aside#thread');
    await thread.getByText('✓ Successful · 25,000.00', { exact: true }).waitFor();
    expect(await thread.innerText()).toContain('J. D.');
    await thread.getByRole('textbox', { name: 'Reply' }).fill('@txnbot bank gtb');
    await page.keyboard.press('Enter');
    await thread
      .getByText(/GTBANK PLC/)
      .first()
      .waitFor();
    await thread.getByRole('button', { name: 'Close thread' }).click();

    await page
      .locator('.sample[data-kind="alert"]')
      .first()
      .evaluate((sample: HTMLElement) => sample.click());
    const alert = page.locator('article', { hasText: 'Waiting for more than 10 minutes' }).last();
    await alert.hover();
    await alert.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Look Up References' }).click();
    await card()
      .getByText(/^3 asked: /)
      .waitFor();
  });

  it('takes a paste on its Home tab, answers in a window, and says how it is doing', async () => {
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Home' }).click();
    const home = page.locator('section#home');
    await home
      .getByText(/Up: last answer/)
      .first()
      .waitFor();
    const field = home.getByRole('textbox', { name: 'Look something up' });
    await field.fill('Good morning,\nGARO-8f3k2j1 and GARO-5p1d6w8 never came');
    await home.getByRole('button', { name: 'Look Up', exact: true }).click();
    const modal = page.locator('dialog.modal');
    await modal.getByText('2 asked:', { exact: true }).waitFor();
    await modal.getByRole('combobox').selectOption('txn GARO-5p1d6w8');
    await modal.getByRole('heading', { name: 'Pending · 1,250,000.00' }).waitFor();
    await modal.getByRole('button', { name: 'Back' }).click();
    await page.locator('dialog.modal.covered').waitFor({ state: 'detached' });
    await modal.getByText('2 asked:', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('');
    await home.getByRole('button', { name: 'Ask Again' }).first().waitFor();
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: 'payments-support' })
      .click();
  });

  it('fits a phone, with the status of a table in sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open samples' }).waitFor();
    const overflowing = () =>
      page
        .locator('html, .scroller:visible')
        .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.outerHTML));
    expect(await overflowing()).toEqual([]);

    await type('/txn GARO-8f3k2j1 GARO-7c4m9p2 GARO-5p1d6w8');
    await card()
      .getByText(/^3 asked: /)
      .waitFor();
    const expectInSight = async (cell: Locator) => {
      const { x, width } = (await cell.boundingBox()) ?? { x: -1, width: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
    };
    const cells = card().getByRole('row').filter({ hasText: '1,250,000.00' }).locator('td, th');
    await expectInSight(cells.filter({ hasText: /pending/i }));
    expect(await overflowing()).toEqual([]);

    await page.getByRole('button', { name: 'Open samples' }).click();
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'txnbot' }).click();
    await expectInSight(page.locator('.file').getByRole('cell', { name: '60000.00', exact: true }));
    expect(await overflowing()).toEqual([]);
  });

  it('has met no breach of a rule of Slack and no error of the page', () => {
    expect(sandbox.slack.breaches).toEqual([]);
    expect(problems).toEqual([]);
  });
});
