import type { Running } from './contestants.ts';
import type { LoadPlan } from './load.ts';
import type { Surroundings } from './surroundings.ts';

/** These texts after `/bank`, in turn. */
export function plan(
  { pid, url, signingSecret }: Running,
  { responseUrlOf }: Surroundings,
  texts: readonly string[],
): Omit<LoadPlan, 'atATime' | 'durationMs'> {
  return {
    pid,
    url,
    signingSecret,
    command: '/bank',
    texts,
    responseUrl: responseUrlOf('{n}'),
  };
}
