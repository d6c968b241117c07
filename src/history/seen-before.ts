import type { Run } from './runs.ts';

/** An earlier answer, as it is told. */
export interface SeenLook extends Pick<Run, 'words' | 'atMs'> {
  /** Who asked; `undefined` where a channel reads. */
  by: 'you' | { personId: string } | undefined;
}

const beforeTheirEyesMs = 60_000;

/**
 * What to tell of earlier answers about the same, oldest first. What the asker got within the last minute is left out:
 * they still have it before their eyes, and it would be said below every Refresh.
 */
export function seenBefore(runs: readonly Run[], askerId: string, nowMs: number): SeenLook[] {
  const told = runs.filter(({ personId, atMs }) => personId !== askerId || nowMs - atMs > beforeTheirEyesMs);
  return told
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ personId, words, atMs }) => ({ words, atMs, by: personId === askerId ? 'you' : { personId } }));
}

/** For a channel: who asked is not its business. */
export function withoutPeople(looks: readonly SeenLook[]): SeenLook[] {
  return looks.map((look) => ({ ...look, by: undefined }));
}
