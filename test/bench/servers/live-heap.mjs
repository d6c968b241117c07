import { writeFileSync } from 'node:fs';

/** Loaded into a contestant: on SIGUSR2, writes how many bytes live after a collection. */
process.on('SIGUSR2', () => {
  globalThis.gc();
  writeFileSync('live-heap', String(process.memoryUsage().heapUsed));
});
