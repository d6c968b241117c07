import type { Browser, BrowserContextOptions } from 'playwright-core';
import { createFakeSlack } from 'slack-sandbox/page/fake/fake-slack.ts';
import { startPage } from 'slack-sandbox/page/fake/start-page.ts';
import { people } from 'slack-sandbox/page/places.ts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { waitFor } from '../../support/wait-for.ts';

const person = people[0]?.id ?? '';
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
      commands: [{ command: '/txn', description: 'Looks it up', usage_hint: '<reference>' }],
      shortcuts: [{ type: 'global', name: 'Find', callback_id: 'find', description: 'Finds it' }],
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

  it('a press on Home counts even if Home is drawn again while the pointer is down', async () => {
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
    slack.showView({
      id: 'V1',
      type: 'home',
      blocks: [...Array(9).fill(line('After')), buttons('other')],
    });
    await told;
    await page.mouse.up();
    await page.getByText('After').first().waitFor();
    const press = { did: 'pressButton', viewId: 'V1', blockId: 'one', actionId: 'again' };
    await waitFor(() => expect(slack.received).toContainEqual(expect.objectContaining(press)));
  });

  it('a modal opens on the page where it was asked for, and on no other', async () => {
    let count = 0;
    const { slack, open } = await start(
      createFakeSlack({
        onDelivery(slack, { did }) {
          if (did !== 'runGlobalShortcut') return;
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
      [first, fresh].map((page) =>
        page.locator('.slip', { hasText: 'Said after it' }).waitFor({ state: 'attached' }),
      ),
    );
    expect(await fresh.locator('dialog.modal h2').allInnerTexts()).toEqual(['Window 2']);
    expect(await first.locator('dialog.modal h2').allInnerTexts()).toEqual(['Window 1']);

    // Loaded again, a page has forgotten what was open on it, as Slack has.
    await first.reload();
    await first.waitForSelector('body[data-ready]');
    expect(await first.locator('dialog.modal').count()).toBe(0);
  });

  it('a typed command is shown in grey, with a note that Slack does not show it', async () => {
    const { slack, open } = await start();
    const typed = {
      author: 'person',
      userId: person,
      visibleTo: person,
      text: '/txn GARO-1',
    } as const;
    slack.show(typed);
    slack.show({ text: 'The answer', visibleTo: person });
    const page = await open();
    const command = page.getByRole('article', { name: 'A command that you typed' });
    expect(await command.innerText()).toMatch(
      /^\/txn GARO-1\s+You typed this\. Slack does not show it\.$/,
    );
    expect(await command.locator('.avatar, .name').count()).toBe(0);
    const inkOf = (text: string) =>
      page
        .getByText(text, { exact: true })
        .first()
        .evaluate((at) => getComputedStyle(at).color);
    expect(await inkOf('/txn GARO-1')).not.toBe(await inkOf('The answer'));
    expect(await inkOf('/txn GARO-1')).toBe(await inkOf('Only visible to you'));
  });

  it('who scrolled up sees what they write themselves, and not what others write', async () => {
    const { slack, open } = await start();
    for (let at = 0; at < 60; at += 1) slack.show({ text: `Message ${at}` });
    const page = await open();
    const scroller = page.locator('#scroller');
    const toEndPx = () =>
      scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    await page.getByText('Message 59', { exact: true }).waitFor();
    await waitFor(async () => expect(await toEndPx()).toBeLessThan(2));
    await scroller.evaluate(
      (box) =>
        new Promise((scrolled) => {
          box.addEventListener('scroll', scrolled, { once: true });
          box.scrollTo({ top: 0 });
        }),
    );
    slack.show({ text: "The bot's" });
    await page.locator('#newest').waitFor();
    expect(await toEndPx()).toBeGreaterThan(200);
    slack.show({ text: 'My own', author: 'person', userId: person });
    await page.getByText('My own', { exact: true }).waitFor();
    await waitFor(async () => expect(await toEndPx()).toBeLessThan(2));
  });

  it('a channel without the bot names it as no member', async () => {
    const page = await (await start()).open();
    for (const [channel, members] of [
      ['payments-support', 'Amara, Bisi and txnbot'],
      ['random', 'Amara and Bisi (txnbot is no member)'],
    ] as const) {
      await page.getByRole('link', { name: channel }).click();
      await page.getByText(members, { exact: true }).waitFor();
    }
  });

  it("messages are shown flat, and one author's are grouped", async () => {
    const { slack, open } = await start();
    const at = (seconds: number) => `${1_700_000_000 + seconds}.000100`;
    slack.show({ text: 'First', ts: at(0), blocks: [line('First')] });
    slack.show({ text: 'Goes on', ts: at(299) });
    slack.show({ text: 'To one alone', ts: at(300), visibleTo: person });
    slack.show({ text: 'Later', ts: at(300 + 301), visibleTo: person });
    slack.show({ text: 'A person', ts: at(602), author: 'person', userId: person });
    slack.show({ text: 'Again', ts: at(603) });
    slack.show({ text: 'In its thread', ts: at(604), threadTs: at(603) });
    slack.show({ text: 'After it', ts: at(605) });
    const page = await open();
    const heads = await page
      .locator('#messages article')
      .evaluateAll((all) =>
        all.map((each) => [
          each.querySelector('.message-main .rich')?.textContent,
          each.querySelector('.name')?.textContent,
          each.querySelector('.avatar')?.textContent,
        ]),
      );
    expect(heads).toEqual([
      ['First', 'txnbot', ''],
      ['Goes on', undefined, undefined],
      ['To one alone', 'txnbot', ''],
      ['Later', 'txnbot', ''],
      ['A person', 'Amara', 'A'],
      ['Again', 'txnbot', ''],
      ['After it', 'txnbot', ''],
    ]);
    const first = page.getByRole('article', { name: 'txnbot' }).first();
    expect(await first.locator('.message-head').innerText()).toMatch(/^txnbot\s*APP\s*\d+:\d\d/);
    const boxes = await first.locator('.slip, .block').evaluateAll((all) =>
      all.map((each) => {
        const { boxShadow, borderTopWidth, backgroundColor } = getComputedStyle(each);
        return [boxShadow, borderTopWidth, backgroundColor];
      }),
    );
    expect(boxes).toEqual(Array(2).fill(['none', '0px', 'rgba(0, 0, 0, 0)']));
  });

  it('the page shows its checks on demand, and breaches at once', async () => {
    const { slack, open } = await start();
    slack.show({ text: 'An answer' });
    const page = await open();
    await page.getByRole('textbox', { name: 'Message' }).fill('/txn GARO-1');
    await page.keyboard.press('Enter');
    const acked = page.getByText('Check: acked in 12 ms');
    await acked.waitFor({ state: 'attached' });
    const checks = [
      acked,
      page.getByText('Check: no breaches'),
      page.getByText('JSON', { exact: false }).first(),
    ];
    const seen = () => Promise.all(checks.map((check) => check.isVisible()));
    expect(await seen()).toEqual([false, false, false]);
    await page.getByRole('button', { name: 'Developer checks' }).click();
    expect(await seen()).toEqual([true, true, true]);
    await page.reload();
    await page.getByText('Check: no breaches').waitFor();
    await page.getByRole('button', { name: 'Developer checks' }).click();
    expect(await checks[2]?.isVisible()).toBe(false);

    slack.show({ text: 'Too long', breaches: ['text is too long'] });
    slack.breach('text is too long');
    await page.getByRole('button', { name: '1 breach' }).waitFor();
    await page.getByRole('note').getByText('text is too long').waitFor();
    await page.getByRole('article').last().hover();
    await page.getByRole('button', { name: 'Reply in thread' }).last().click();
    await page.getByRole('textbox', { name: 'Reply' }).fill('/txn GARO-1');
    await page.keyboard.press('Enter');
    await page.getByText('/txn is not supported in threads. Sorry!').waitFor();
  });
});
