import type { Services } from '../services.ts';
import { triageCsv } from '../views/triage/csv.ts';
import { triage } from './triage.ts';

const deadlineMs = 20_000;

/** The table of many as a file, looked up anew: what a button brings back is only what to ask for. */
export async function triageFile(
  asked: readonly string[],
  services: Services,
): Promise<{ name: string; content: string }> {
  const identifiers = asked.filter((text) => services.findReferences(text).identifiers.length > 0);
  const references = asked.filter((text) => !identifiers.includes(text));
  const rows = await triage({ references, identifiers, deadlineMs }, services);
  const day = new Date().toISOString().slice(0, 10);
  return { name: `transactions-${day}.csv`, content: triageCsv(rows, services.shareAccountNumbers) };
}
