import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf, pictures, takePictures } from '../pictures/pictures.ts';
import { createSandbox, type Sandbox } from '../run-sandbox/create-sandbox.ts';
import { openBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-in-browser.ts';

const folder = 'test/output/pictures';

/** The size that stands in the head of a PNG. */
function sizeOf(path: string): { width: number; height: number } {
  const bytes = readFileSync(join(folder, path));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

it('takes every screenshot that a README shows, and no other', () => {
  const inRooms = ['src', 'test'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  );
  const texts = ['README.md', ...inRooms.filter((path) => path.endsWith('README.md'))];
  const shown = texts.flatMap((text) =>
    [...readFileSync(text, 'utf8').matchAll(/ src(?:set)?="([^"]+\.png)"/g)].map(([, path = '']) =>
      join(dirname(text), path),
    ),
  );
  expect(new Set(shown)).toEqual(new Set(pictures.flatMap(({ path }) => [path, pathOf(path, 'dark')])));
});

describeInBrowser('the pictures of the READMEs', (executablePath) => {
  let sandbox: Sandbox;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await createSandbox({ env: { WATCH_SCHEDULE: '1s' }, changesAfterMs: 2_000, from: 'bundle' });
    browser = await openBrowser(executablePath);
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  it('can be taken anew, with all of an answer on them', async () => {
    await takePictures(browser, sandbox.url, folder);
    for (const { path, viewport, deviceScaleFactor } of pictures) {
      const { width, height } = sizeOf(path);
      expect(width, path).toBeGreaterThan(1200);
      expect(width, path).toBeLessThanOrEqual(viewport.width * deviceScaleFactor);
      expect(height, path).toBeGreaterThan(200);
      expect(height, path).toBeLessThanOrEqual(viewport.height * deviceScaleFactor);
    }
    expect(sandbox.slack.breaches).toEqual([]);
  });
});
