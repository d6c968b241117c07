import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createFakeSlack } from '../sandbox/page/fake/fake-slack.ts';
import { startPage } from '../sandbox/page/fake/start-page.ts';
import { openBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-in-browser.ts';
import { openPage } from '../support/open-page.ts';
import { waitFor } from '../support/wait-for.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const line = (text: string) => ({ type: 'section', text: plain(text) });
const buttons = (block_id: string) => ({
  type: 'actions',
  block_id,
  elements: [{ type: 'button', action_id: 'again', text: plain('Again') }],
});

/** The page by itself: what it shows comes from the test, without a bot. */
describeInBrowser('the page in a browser', (executablePath) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(executablePath);
  });
  afterAll(() => browser?.close());

  async function start(slack = createFakeSlack(), options: BrowserContextOptions = {}) {
    const server = await startPage({
      slack,
      commands: [{ command: '/txn', description: 'Looks it up', usageHint: '<reference>' }],
      shortcuts: [{ type: 'global', name: 'Find', callbackId: 'find', description: 'Finds it' }],
    });
    onTestFinished(server.close);
    const open = async () => {
      const { page, problems } = await openPage(browser, server.url, options);
      onTestFinished(async () => {
        await page.close();
        expect(problems).toEqual([]);
      });
      return page;
    };
    return { slack, open };
  }

  it('takes a press on a Home tab that is drawn again while the pointer is down', async () => {
    const { slack, open } = await start();
    slack.showView({ id: 'V1', type: 'home', blocks: [line('Before'), buttons('one')] });
    const page = await open();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Again' }).hover();
    await page.mouse.down();
    const told = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const events = new EventSource('/events');
          events.addEventListener('message', ({ data }) => {
            // The first message tells what there is, and that this one listens.
            document.body.dataset.listens = 'true';
            if (data.includes('After')) resolve(events.close());
          });
        }),
    );
    await page.waitForSelector('body[data-listens]');
    slack.showView({ id: 'V1', type: 'home', blocks: [...Array(9).fill(line('After')), buttons('other')] });
    await told;
    await page.mouse.up();
    await page.getByText('After').first().waitFor();
    const press = { did: 'pressViewButton', viewId: 'V1', blockId: 'one', actionId: 'again' };
    await waitFor(() => expect(slack.received).toContainEqual(expect.objectContaining(press)));
  });

  it('opens a window where it was asked for, and on no other page', async () => {
    let count = 0;
    const { slack, open } = await start(
      createFakeSlack({
        onDelivery(slack, input) {
          if (!('did' in input) || input.did !== 'runGlobalShortcut') return;
          count += 1;
          slack.showView({ id: `V${count}`, title: `Window ${count}` });
        },
      }),
    );
    const first = await open();
    const findIn = async (page: typeof first) => {
      await page.getByRole('button', { name: 'Shortcuts' }).click();
      await page.getByRole('menuitem', { name: 'Find' }).click();
    };
    await findIn(first);
    await first.getByRole('heading', { name: 'Window 1' }).waitFor();

    const fresh = await open();
    expect(await fresh.locator('dialog.modal').count()).toBe(0);
    await findIn(fresh);
    await fresh.getByRole('heading', { name: 'Window 2' }).waitFor();
    slack.show({ text: 'Said after it' });
    await Promise.all(
      [first, fresh].map((page) => page.locator('.slip', { hasText: 'Said after it' }).waitFor({ state: 'attached' })),
    );
    expect(await fresh.locator('dialog.modal h2').allInnerTexts()).toEqual(['Window 2']);
    expect(await first.locator('dialog.modal h2').allInnerTexts()).toEqual(['Window 1']);

    // Loaded again, a page has forgotten what was open on it, as Slack has.
    await first.reload();
    await first.waitForSelector('body[data-ready]');
    expect(await first.locator('dialog.modal').count()).toBe(0);
  });
});
