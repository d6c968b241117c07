import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '../../src/version.ts';
import { drawButtons } from './draw-buttons.ts';
import { unreleased } from './drawn-buttons.ts';

/**
 * `npm run buttons`: keeps what is drawn today to be clicked, for the versions to come to be tried with. With `release`
 * it is what this version drew, for good. The clock stands still, so that the same code draws the same file.
 */
const drawnAtMs = Date.UTC(2026, 0, 31, 12);
Date.now = () => drawnAtMs;
const isRelease = process.argv[2] === 'release';
const fileOf = (name: string) => fileURLToPath(new URL(`../fixtures/buttons/${name}.json`, import.meta.url));
const file = fileOf(isRelease ? version : unreleased);
const drawn = await drawButtons();
writeFileSync(file, `${JSON.stringify(drawn, undefined, 2)}\n`);
if (isRelease) rmSync(fileOf(unreleased), { force: true });
console.log(file);
