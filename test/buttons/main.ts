import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '../../src/version.ts';
import { drawButtons } from './draw-buttons.ts';

/** `npm run buttons`: keeps what this version draws to be clicked, for the versions to come to be tried with. */
const file = fileURLToPath(new URL(`../fixtures/buttons/${version}.json`, import.meta.url));
writeFileSync(file, `${JSON.stringify(await drawButtons(), undefined, 2)}\n`);
console.log(file);
