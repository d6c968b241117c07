import { UserError } from '../errors.ts';
import type { TransactionAnswer } from '../transfer-api/client.ts';
import { lookUpMany } from '../transfers/look-up-many.ts';
import { lookedUp, lookedUpRecord } from '../transfers/looked-up.ts';
import { maskRow } from '../transfers/mask-row.ts';
import { type FoundRow, rowOf } from '../transfers/row.ts';
import { watchBegun, watchesBegun } from '../views/watch-begun.ts';
import type { BegunWatch, Watches } from '../watches/watches.ts';
import type { Asker, Inquiry } from './command.ts';
import { nameAsked } from './name-asked.ts';
import { recallAll } from './recall.ts';
import { lookUpAndRecall, maskRecalled, type RecalledTransaction } from './recalled-transaction.ts';

/** One of several that somebody wants to watch: it is watched, or could not be looked up, or a limit is reached. */
type Begun = { row: FoundRow } & ({ begun: BegunWatch } | { refused: string } | { isUnknown: true });

export type FoundWatch = { one: RecalledTransaction & { begun: BegunWatch } } | { many: readonly Begun[] };

/**
 * Begins to watch what these references name, from what is there now. What cannot be looked up is not watched: one alone
 * throws, of several each is told for itself.
 */
export const watch = {
  async find(references, services, finding) {
    const [reference, ...others] = references;
    if (reference !== undefined && others.length === 0) {
      const found = await lookUpAndRecall(reference, services, finding);
      const begun = await nameAsked(reference, () => begin(found.answer, finding.asker, services.watches));
      return { one: { ...found, begun } };
    }
    const onProgress = (answered: number, all: number) =>
      finding.onProgress?.(`Still asking: ${answered} of ${all} answered so far. The answer will follow here.`);
    const rows = await lookUpMany({ references, identifiers: [] }, services.transferApi, { onProgress });
    await recallAll(rows, services, finding);
    return { many: await Promise.all(rows.map((row) => beginOf(row, finding.asker, services.watches))) };
  },
  forChannel(found, mode) {
    if ('one' in found) return { one: maskRecalled(found.one, mode) };
    return { many: found.many.map((each) => ({ ...each, row: maskRow(each.row, mode) })) };
  },
  lookedUp: (found) => ('one' in found ? lookedUpRecord(found.one.answer) : lookedUp(found.many.map(({ row }) => row))),
  show(found, { audience }) {
    if ('many' in found)
      return watchesBegun(
        found.many.map((each) => ({ ...each, row: rowOf(each.row) })),
        audience,
      );
    const { answer, begun } = found.one;
    const { reference, threadTs } = begun.watch;
    const { status, reversedFlag } = answer.transaction;
    return watchBegun({ ...begun, reference, status, reversedFlag, isInThread: threadTs !== undefined }, audience);
  },
} satisfies Inquiry<readonly string[], FoundWatch>;

async function beginOf(row: FoundRow, asker: Asker, watches: Watches): Promise<Begun> {
  if (row.kind !== 'record') return { row, isUnknown: true };
  try {
    return { row, begun: await begin(row.answer, asker, watches) };
  } catch (error) {
    if (error instanceof UserError) return { row, refused: error.message };
    throw error;
  }
}

function begin({ transaction }: TransactionAnswer, asker: Asker, watches: Watches): Promise<BegunWatch> {
  return watches.begin(transaction, asker, asker.audited);
}
