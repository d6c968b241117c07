import { writeWhole } from '../../src/store/file.ts';

/** Writes little and then more than it may into the folder that it is told, and prints how that failed. */
const write = (text: string) => writeWhole(process.argv[2] ?? '', 'much.json', JSON.stringify(text));
await write('old');
await write('much'.repeat(10_000)).then(
  () => console.log('written'),
  (error) => console.log(error.code),
);
