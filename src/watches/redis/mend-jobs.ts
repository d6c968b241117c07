import type { Redis } from 'ioredis';
import type { DueJobs } from './due-jobs.ts';
import type { DueTimes } from './due-times.ts';
import { referenceId } from './watch-keys.ts';

/** What has lost its job becomes due over so many milliseconds. */
const spreadMs = 5_000;
/** So many references are looked at in one turn of the event loop. */
const atOnce = 200;

/** Gives a job to every reference that has none: a process may have died between keeping a watch and adding its job. */
export async function mendJobs(
  references: readonly string[],
  { redis, jobs, times }: { redis: Redis; jobs: DueJobs; times: DueTimes },
): Promise<void> {
  for (let from = 0; from < references.length; from += atOnce) {
    const lost = await jobs.lost(references.slice(from, from + atOnce));
    for (const [place, reference] of lost.entries()) {
      const soonMs = Date.now() + (spreadMs * (place + 1)) / lost.length;
      await jobs.renew(reference, (await times.of(redis, referenceId(reference))) ?? soonMs);
    }
  }
}
