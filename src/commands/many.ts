import { UserError } from '../errors.ts';
import type { Services } from '../services.ts';
import { triage } from '../transfers/look-up-many.ts';
import { manyCard } from '../views/many/many-card.ts';
import type { CommandRequest, Reply } from './command.ts';

export const manyMax = 25;

export interface ManyToLookUp {
  references: readonly string[];
  identifiers?: readonly string[];
  /** What stood beside them and is not asked for. */
  leftOut?: readonly string[];
}

/** One answer about many; says how far it is while it takes its time. */
export async function lookUpMany(many: ManyToLookUp, request: CommandRequest, services: Services): Promise<Reply> {
  const { references, identifiers = [], leftOut = [] } = many;
  const count = references.length + identifiers.length;
  if (count > manyMax)
    throw new UserError(`That is ${count} at once, and txnbot looks up at most ${manyMax}. Ask in two parts.`);
  const askedAtMs = Date.now();
  const progress = (answered: number, all: number) =>
    request.onProgress?.(`Still asking: ${answered} of ${all} answered so far. The table will follow here.`);
  progress(0, count);
  const rows = await triage({ references, identifiers, audience: request.audience, onProgress: progress }, services);
  return manyCard({ rows, askedAtMs, leftOut, currency: services.currency, slash: services.spellings.slash });
}
