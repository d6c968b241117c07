import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownMessage, SlackStandIn } from 'slack-sandbox';

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

/**
 * Has a person begin the watch of this number, asked for again until it is confirmed, as a process
 * may die meanwhile. @returns its reference
 */
export async function beginWatch(
  slack: SlackStandIn,
  place: number,
  perPerson: number,
): Promise<string> {
  const userId = `U0P${Math.floor(place / perPerson)}`;
  const reference = `GARO-${1000 + place}`;
  const isBegun = ({ visibleTo, text }: ShownMessage) =>
    visibleTo === userId && text.startsWith(`Watching \`${reference}\``);
  for (let tries = 0; !slack.messages.some(isBegun); tries += 1) {
    if (tries % 10 === 0)
      await slack.sendCommand({ command: '/txn', text: `watch ${reference}`, userId });
    else await sleep(200);
  }
  return reference;
}
