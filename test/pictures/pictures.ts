import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { merchantFile } from 'slack-sandbox/transfer-service';
import { openPage } from '../support/browser.ts';

/**
 * A picture that a README shows. `ask` asks as a person would, and has what is on it: nothing for
 * the whole page.
 */
interface Picture {
  path: string;
  /** As high as what is asked may get: what is out of sight is on no picture. */
  viewport: { width: number; height: number };
  /**
   * Dots of the picture for one of the page. A README shows some 830 dots side by side, on fine
   * screens twice as many.
   */
  deviceScaleFactor: number;
  ask: (page: Page) => Promise<Locator | undefined>;
}

const ofCard = { viewport: { width: 1100, height: 1200 }, deviceScaleFactor: 2 };
const ofTable = { viewport: { width: 1280, height: 1200 }, deviceScaleFactor: 1.5 };
const ofHome = { viewport: { width: 1280, height: 1140 }, deviceScaleFactor: 1 };
const ofPage = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };

const ofAllKinds = 'GARO-8f3k2j1 GARO-7c4m9p2 GARO-5p1d6w8 GARO-2x9f4t7 GARO-6r3v8n5 GARO-0a0a0a0';
/** Most of these are pending. */
const toOneBank = Array.from({ length: 7 }, (_, place) => `WEMA-700000${place + 1}`);

async function type(page: Page, line: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(line);
  await page.keyboard.press('Enter');
}

async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name, exact: true })
    .click();
}

/** Asks in a line; answers with it and its answer, once the answer holds `part`. */
async function asked(
  page: Page,
  line: string,
  part: (answer: Locator) => Locator,
): Promise<Locator> {
  await type(page, line);
  const messages = page.locator('#messages');
  await part(
    messages.locator(
      'article[data-author="person"]:nth-last-child(2) + article[data-author="bot"]',
    ),
  ).waitFor();
  return messages.locator('article:nth-last-child(-n + 2)');
}

export const pictures: readonly Picture[] = [
  {
    path: '.github/txnbot.png',
    ...ofCard,
    ask: (page) =>
      asked(page, '/txn GARO-5p1d6w8', (answer) =>
        answer.getByRole('button', { name: 'Check Again' }),
      ),
  },
  {
    path: '.github/many.png',
    ...ofTable,
    ask: (page) => asked(page, `/txn ${ofAllKinds}`, (answer) => answer.getByRole('table')),
  },
  {
    path: '.github/batch.png',
    ...ofTable,
    viewport: { width: 1280, height: 1900 },
    async ask(page) {
      await goTo(page, 'txnbot');
      const files = await page.evaluateHandle(({ name, content }) => {
        const data = new DataTransfer();
        data.items.add(new File([content], name, { type: 'text/csv' }));
        return data;
      }, merchantFile);
      await page.dispatchEvent('#compose', 'drop', { dataTransfer: files });
      await page.getByRole('button', { name: /^Look Up \d+$/ }).click();
      const result = page.locator('#messages article', {
        has: page.getByRole('button', { name: 'Send Me a CSV' }),
      });
      await result.waitFor({ timeout: 60_000 });
      return result;
    },
  },
  {
    path: '.github/watch.png',
    ...ofCard,
    async ask(page) {
      await asked(page, '/txn watch GARO-1w8t4c6', (answer) =>
        answer.getByRole('button', { name: 'Stop Watching' }),
      );
      await goTo(page, 'txnbot');
      const told = page.locator('#messages article', { hasText: 'pending → successful' });
      await told.waitFor({ timeout: 120_000 });
      return told;
    },
  },
  {
    path: '.github/home.png',
    ...ofHome,
    async ask(page) {
      await asked(page, `/txn ${toOneBank.join(' ')}`, (answer) => answer.getByRole('table'));
      await asked(page, '/txn GARO-8f3k2j1', (answer) => answer.getByText('GARO-8f3k2j1').first());
      await page.getByRole('radio', { name: 'Bisi' }).check({ force: true });
      // Home then knows the bank by its name.
      await asked(page, '/bank wema', (answer) => answer.getByText('WEMA BANK').first());
      await asked(page, '/txn watch WEMA-7000001 WEMA-7000002', (answer) =>
        answer.getByRole('button', { name: 'What I Watch' }),
      );
      await goTo(page, 'Home');
      await page.getByRole('heading', { name: 'Watching' }).waitFor();
      return undefined;
    },
  },
  {
    path: '.github/sandbox.png',
    ...ofPage,
    async ask(page) {
      await type(page, '@txnbot bank gtb');
      const mention = page.locator('article[data-author="person"]', { hasText: 'bank gtb' }).last();
      await mention.locator('.replies').click();
      await page.locator('#thread').getByText('GTBANK PLC').first().waitFor();
      // Last, so that it stands whole above where one writes.
      await asked(page, '/txn GARO-7c4m9p2', (answer) =>
        answer.getByRole('button', { name: 'Refresh' }),
      );
      return undefined;
    },
  },
];

/** A README shows the one or the other, as its reader's screen is. */
const colorSchemes = ['light', 'dark'] as const;

/** Where a picture is kept: the path that is given is that of the light one. */
export const pathOf = (path: string, colorScheme: (typeof colorSchemes)[number]) =>
  colorScheme === 'light' ? path : path.replace('.png', '-dark.png');

/** Above and below what is on a picture. */
const marginPx = 4;

/**
 * Takes the pictures of the READMEs on the sandbox's page, each light and dark, and puts them into
 * `folder` under their paths.
 * @throws Error when the page said that something is wrong
 */
export async function takePictures(browser: Browser, url: string, folder: string): Promise<void> {
  for (const { path, viewport, deviceScaleFactor, ask } of pictures) {
    const { page, problems } = await openPage(browser, url, { viewport, deviceScaleFactor });
    try {
      const shown = await ask(page);
      // Nothing is pointed at.
      await page.mouse.move(0, 0);
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: join(folder, pathOf(path, colorScheme)),
          animations: 'disabled',
          ...(shown && { clip: await frameOf(shown) }),
        });
      }
    } finally {
      await page.close();
    }
    if (problems.length > 0) throw new Error(`${path}: ${problems.join('\n')}`);
  }
}

/** The one frame around all of it. */
async function frameOf(
  shown: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const boxes = (await Promise.all((await shown.all()).map((each) => each.boundingBox()))).filter(
    (box) => box !== null,
  );
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y: y - marginPx, width: right - x, height: bottom - y + 2 * marginPx };
}
