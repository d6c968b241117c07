import type { AnsweredEntry } from './entry.ts';

/** An earlier answer, as it is told. */
export interface SeenLook extends Pick<AnsweredEntry, 'words' | 'atMs'> {
  /** Who asked; `undefined` where a channel reads. */
  by: 'you' | { personId: string } | undefined;
}

/** Whoever clicks Refresh, Share and All Fields in a row has asked once, and knows it. */
const inOneGoMs = 60_000;

/**
 * What to tell of earlier answers about the same, oldest first. Answers to one person that follow each other within a
 * minute, with the same words, count once, as the last of them. What the asker got within the last minute is left out:
 * they still have it before their eyes, and it would be said below every Refresh.
 */
export function seenBefore(entries: readonly AnsweredEntry[], askerId: string, nowMs: number): SeenLook[] {
  const following = new Map<string, AnsweredEntry>();
  const told: SeenLook[] = [];
  for (const entry of entries.toSorted((a, b) => b.atMs - a.atMs)) {
    const { personId, words, atMs } = entry;
    const next = following.get(personId);
    following.set(personId, entry);
    const isAsker = personId === askerId;
    const isRepeated = next !== undefined && next.words === words && next.atMs - atMs <= inOneGoMs;
    if (isRepeated || (isAsker && nowMs - atMs <= inOneGoMs)) continue;
    told.push({ words, atMs, by: isAsker ? 'you' : { personId } });
  }
  return told.toReversed();
}

/** For a channel: who asked is not its business. */
export function withoutPeople(looks: readonly SeenLook[]): SeenLook[] {
  return looks.map((look) => ({ ...look, by: undefined }));
}
