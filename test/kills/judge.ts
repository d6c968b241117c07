import type { ShownMessage } from 'slack-sandbox';

/** What every watch is told last. */
export const last = 'successful';

/**
 * What was told, by `watches`, each pending when its watch began and `successful` in the end:
 * `untold`, the watches that were lost or whose last change nobody was told; `broken`, what does
 * not follow from what was told before; and `doubled`, the messages of which some was told again,
 * as they were not noted before the process died.
 */
export function judge(messages: readonly ShownMessage[], watches: readonly string[]) {
  const latest = new Map<string, { before: string; now: string; id: string }>();
  const doubled = new Set<string>();
  const broken: string[] = [];
  for (const { id, blocks } of messages)
    for (const [, reference = '', before = '', now = ''] of changesIn(JSON.stringify(blocks))) {
      const known = latest.get(reference);
      latest.set(reference, { before, now, id });
      if (known && before === known.before && before !== known.now) doubled.add(known.id);
      else if (before !== (known?.now ?? 'pending'))
        broken.push(`${reference}: ${before} → ${now} after ${known?.now}`);
    }
  const untold = watches.filter((reference) => latest.get(reference)?.now !== last);
  return { told: messages.length, untold, broken, doubled: doubled.size };
}

/** A line each. */
function changesIn(blocks: string): Iterable<string[]> {
  return blocks.matchAll(/`([\w-]+)`: (\w+) → \*?(\w+)\*? after /g);
}
