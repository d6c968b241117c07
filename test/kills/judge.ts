import type { ShownMessage } from 'slack-sandbox';

/** @param watches the references that were watched, each pending when its watch began and in the end what is `last` */
export function judge(messages: readonly Told[], watches: readonly string[], last: string) {
  const latest = new Map<string, { before: string; now: string; messageId: string }>();
  const doubled = new Set<string>();
  const broken: string[] = [];
  let told = 0;
  for (const message of messages)
    for (const [, reference = '', before = '', now = ''] of changesIn(message)) {
      const known = latest.get(reference);
      latest.set(reference, { before, now, messageId: message.id });
      told += 1;
      if (known && before === known.before && before !== known.now) doubled.add(known.messageId);
      else if (before !== (known?.now ?? 'pending'))
        broken.push(`${reference}: ${before} → ${now} after ${known?.now}`);
    }
  return {
    /** Changes that people were told, also those that they were told again. */
    told,
    /** Watches that were lost, or whose last change nobody was told. */
    untold: watches.filter((reference) => latest.get(reference)?.now !== last),
    /** What does not follow from what the person was told before. */
    broken,
    /** Messages that were not noted any more before the process died: some of what they told was told again. */
    doubled: doubled.size,
  };
}

type Told = Pick<ShownMessage, 'id' | 'text' | 'blocks'>;

/** What a direct message tells: one change in a line, or several as the rows of a table. */
function changesIn({ text, blocks }: Told): Iterable<string[]> {
  const one = /^. `([^`]+)`: (\w+) → (\w+) after /.exec(text);
  if (one) return [one];
  return JSON.stringify(blocks).matchAll(
    /\{"type":"raw_text","text":"([\w-]+)"\},\{"type":"raw_text","text":"\S+ (\w+) → (\w+)"/g,
  );
}
