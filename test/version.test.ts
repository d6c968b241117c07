import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { version } from '../src/version.ts';

it('is the one in package.json', () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version });
});
