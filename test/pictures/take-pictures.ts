import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { openPage } from '../support/open-page.ts';
import { pictures } from './pictures.ts';

/** A README shows the one or the other, as its reader's screen is. */
const colorSchemes = ['light', 'dark'] as const;

/** Where a picture is kept: the path that is given is that of the light one. */
export const pathOf = (path: string, colorScheme: (typeof colorSchemes)[number]) =>
  colorScheme === 'light' ? path : path.replace('.png', '-dark.png');

/** Above and below what is on a picture. */
const marginPx = 8;

/**
 * Takes the pictures of the READMEs on the sandbox's page, each light and dark, and puts them into `folder` under their paths.
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
async function frameOf(shown: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const boxes = (await Promise.all((await shown.all()).map((each) => each.boundingBox()))).filter(
    (box) => box !== null,
  );
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y: y - marginPx, width: right - x, height: bottom - y + 2 * marginPx };
}
