import type { Redis } from 'ioredis';
import type { DueJobs } from './due-jobs.ts';
import type { DueTimes } from './due-times.ts';
import { referenceId } from './watch-keys.ts';

/** What has lost its job becomes due over so many milliseconds. */
const spreadMs = 5_000;

/** Gives a job to every reference that has none: a process may have died between keeping a watch and adding its job. */
export async function mendJobs(
  references: readonly string[],
  { redis, jobs, times }: { redis: Redis; jobs: DueJobs; times: DueTimes },
): Promise<void> {
  const asked = redis.pipeline();
  for (const reference of references) asked.exists(jobs.keyOf(reference));
  const answers = (await asked.exec()) ?? [];
  const missing = references.filter((_reference, place) => answers[place]?.[1] === 0);
  for (const [place, reference] of missing.entries()) {
    const soonMs = Date.now() + (spreadMs * (place + 1)) / missing.length;
    await jobs.follow(reference, (await times.of(redis, referenceId(reference))) ?? soonMs);
  }
}
