import { createStateFolder } from '../../src/store/state-folder.ts';

/** Writes little and then more than it may into the folder that it is told, and prints how that failed. */
const path = process.argv[2] ?? '';
const { write } = createStateFolder({ path, isNamed: true, logger: { info() {}, warn() {} } });
await write('much', [{ text: 'old' }]);
await write('much', [{ text: 'much'.repeat(10_000) }]).then(
  () => console.log('written'),
  (error) => console.log(error.code),
);
