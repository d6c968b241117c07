import { lockFolder } from '../../src/store/state-folder.ts';

/** Locks the folder that it is told, says whether it could, and holds it until it is killed. */
await lockFolder(process.argv[2] ?? '').then(
  () => console.log('held'),
  (error) => console.log(error.name),
);
setInterval(() => {}, 1_000);
