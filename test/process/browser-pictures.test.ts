import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pathOf, pictures, takePictures } from '../pictures/pictures.ts';
import { createSandbox } from '../run-sandbox/create-sandbox.ts';
import { describeInBrowser, openBrowser } from '../support/browser.ts';

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
  it('can be taken anew', async (test) => {
    const sandbox = await createSandbox({ env: { WATCH_SCHEDULE: '1s' }, changesAfterMs: 2_000, from: 'bundle' });
    test.onTestFinished(sandbox.close);
    const browser = await openBrowser(executablePath);
    test.onTestFinished(() => browser.close());
    await takePictures(browser, sandbox.url, 'test/output/pictures');
    expect(sandbox.slack.breaches).toEqual([]);
  });
});
