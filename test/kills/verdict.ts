import type { ShownMessage } from 'slack-sandbox';

export interface Verdict {
  /** Changes that people were told, also those that they were told again. */
  told: number;
  /** Watches whose last change nobody was told. */
  untold: string[];
  /** What does not follow from what the person was told before. */
  broken: string[];
  /**
   * Messages that were not noted any more before the process died: all or a part of what they told was told again, or
   * was left out of what was told next.
   */
  doubled: number;
}

interface Told {
  before: string;
  now: string;
  messageId: string;
}

/** @param watches `person reference` of each that was confirmed, with the status that it began with */
export function judge(messages: readonly ToldMessage[], watches: ReadonlyMap<string, string>, last: string): Verdict {
  let told = 0;
  const latest = new Map<string, Told>();
  const doubled = new Set<string>();
  /** All that was told of each watch. */
  const stories = new Map<string, readonly string[]>();
  const broken: string[] = [];
  for (const message of messages)
    for (const { personId, reference, change } of tellingsIn(message)) {
      const watch = `${personId} ${reference}`;
      const [before = '', now = ''] = change.split(' → ');
      const known = latest.get(watch);
      latest.set(watch, { before, now, messageId: message.id });
      const story = [...(stories.get(watch) ?? []), change];
      stories.set(watch, story);
      told += 1;
      if (known && before === known.before && before !== known.now) doubled.add(known.messageId);
      else if (before !== (known?.now ?? watches.get(watch))) broken.push(`${watch}: ${story.join(', ')}`);
    }
  const untold = [...watches.keys()].filter((watch) => latest.get(watch)?.now !== last);
  return { told, untold, broken, doubled: doubled.size };
}

/** One change of one watch, as a person was told. */
interface Telling {
  personId: string;
  reference: string;
  /** "pending → processing". */
  change: string;
}

type ToldMessage = Pick<ShownMessage, 'id' | 'text' | 'blocks' | 'payload'>;

/** What a direct message tells of watches: one in a line, or several as the rows of a table. */
function tellingsIn({ text, blocks, payload }: ToldMessage): Telling[] {
  const personId = personOf(payload);
  const rows = blocks.flatMap((block) => rowsOf(block)).slice(1);
  if (rows.length > 0)
    return rows.map(([reference = '', change = '']) => ({
      personId,
      reference,
      change: change.replace(/^\S+ /, ''), // the mark
    }));
  const { reference, change } = /^`(?<reference>[^`]+)`: (?<change>.*) after /.exec(text)?.groups ?? {};
  if (reference === undefined || change === undefined) return [];
  return [{ personId, reference, change: change.replaceAll('`', '') }];
}

function personOf(payload: unknown): string {
  const channel = isRecord(payload) ? payload.channel : undefined;
  return typeof channel === 'string' ? channel : '';
}

function rowsOf(block: unknown): string[][] {
  if (!isRecord(block) || !/^(?:data_)?table$/.test(String(block.type)) || !Array.isArray(block.rows)) return [];
  return block.rows.map((row) =>
    Array.isArray(row) ? row.map((cell) => (isRecord(cell) && typeof cell.text === 'string' ? cell.text : '')) : [],
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
