import type { Services } from '../services.ts';
import { triage } from '../transfers/look-up-many.ts';
import { manyCsv } from '../views/many/csv.ts';

/**
 * The table of many as a file, looked up anew: what a button brings back is only what to ask for. A file travels, so it
 * holds what a channel reads.
 */
export async function manyFile(
  { references, identifiers }: { references: readonly string[]; identifiers: readonly string[] },
  services: Services,
): Promise<{ name: string; content: string }> {
  const rows = await triage({ references, identifiers, audience: 'channel' }, services);
  const day = new Date().toISOString().slice(0, 10);
  return { name: `transactions-${day}.csv`, content: manyCsv(rows) };
}
