import { createJsonFile } from '../../src/store/file.ts';

/** Writes little and then more than it may into the folder that it is told, and prints how that failed. */
const file = createJsonFile(process.argv[2] ?? '', 'much.json');
await file.write('old');
await file.write('much'.repeat(10_000)).then(
  () => console.log('written'),
  (error) => console.log(error.code),
);
