import * as z from 'zod';
import { createStateFolder } from '../../src/store/state-folder.ts';

/** Writes little and then more than it may into the folder that it is told, and prints how that failed. */
const path = process.argv[2] ?? '';
const folder = createStateFolder({ path, isNamed: true, logger: { info() {}, warn() {} } });
const { write } = folder.file('much.json', z.object({ text: z.string() }));
await write({ text: 'old' });
await write({ text: 'much'.repeat(10_000) }).then(
  () => console.log('written'),
  (error) => console.log(error.code),
);
