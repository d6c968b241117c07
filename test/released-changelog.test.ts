import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { releasedChangelog } from '../.build/released-changelog.ts';
import { version } from '../src/text.ts';

const changelog = (...parts: string[]) => ['# Changelog', ...parts, ''].join('\n\n');

it('the unreleased entries move under the version and its date', () => {
  const older = '## 1.0.0 - 2026-01-31\n\n- the first one';
  expect(
    releasedChangelog(changelog('## [Unreleased]', '- a button', older), '1.1.0', '2026-12-31'),
  ).toBe(changelog('## [Unreleased]', '## 1.1.0 - 2026-12-31', '- a button', older));
});

it('the source states the version of package.json', () => {
  expect(readFileSync('package.json', 'utf8')).toContain(`"version": "${version}"`);
});

it('a changelog without new entries refuses the release', () => {
  const nothingNew = 'CHANGELOG.md has nothing new';
  expect(() => releasedChangelog(changelog('## [Unreleased]'), '1.1.0', '2026-12-31')).toThrow(
    nothingNew,
  );
  const released = releasedChangelog(
    changelog('## [Unreleased]', '- a button'),
    '1.1.0',
    '2026-12-31',
  );
  expect(() => releasedChangelog(released, '1.2.0', '2026-12-31')).toThrow(nothingNew);
  expect(() => releasedChangelog(changelog('- a button'), '1.1.0', '2026-12-31')).toThrow(
    '"## [Unreleased]"',
  );
});

it("the changelog's newest version is that of package.json", () => {
  const text = readFileSync('CHANGELOG.md', 'utf8');
  expect(text.match(/^## \[Unreleased\]$/gm)).toHaveLength(1);
  const [newest = version] = [...text.matchAll(/^## (\d\S+) - \d{4}-\d\d-\d\d$/gm)].map(
    ([, each]) => each,
  );
  expect(newest, 'npm run release').toBe(version);
});
