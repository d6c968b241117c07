import type { ShownMessage } from '../sandbox/slack/types.ts';

/** One change of one watch, as a person was told. */
export interface Telling {
  personId: string;
  reference: string;
  /** "pending → processing". */
  change: string;
  /** The short reference. */
  code: string;
}

export type ToldMessage = Pick<ShownMessage, 'id' | 'text' | 'blocks' | 'payload'>;

/** What a direct message tells of watches: one as a card, or several as the rows of a table. */
export function tellingsIn({ text, blocks, payload }: ToldMessage): Telling[] {
  const personId = personOf(payload);
  const rows = blocks.flatMap((block) => rowsOf(block)).slice(1);
  if (rows.length > 0)
    return rows.map(([reference = '', change = '', , code = '']) => ({
      personId,
      reference,
      change: change.replace(/^\S+ /, ''), // the mark
      code,
    }));
  const [line = '', headline = ''] = text.split('\n');
  const reference = /`([^`]+)`$/.exec(headline)?.[1];
  const code = /`([2-9A-Z]{6})`$/.exec(text)?.[1];
  if (reference === undefined || code === undefined || !line.includes(' after ')) return [];
  return [{ personId, reference, change: line.replace(/ after .*$/, '').replaceAll('`', ''), code }];
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
