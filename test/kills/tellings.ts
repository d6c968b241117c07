import type { ShownMessage } from 'slack-sandbox';

/** One change of one watch, as a person was told. */
export interface Telling {
  personId: string;
  reference: string;
  /** "pending → processing". */
  change: string;
}

export type ToldMessage = Pick<ShownMessage, 'id' | 'text' | 'blocks' | 'payload'>;

/** What a direct message tells of watches: one in a line, or several as the rows of a table. */
export function tellingsIn({ text, blocks, payload }: ToldMessage): Telling[] {
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
