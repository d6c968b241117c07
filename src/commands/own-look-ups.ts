import { bold } from '../blocks/mrkdwn.ts';
import type { Services } from '../command.ts';
import type { DatedLookUp } from '../recent-look-ups.ts';
import { contradictionLine } from '../transfers/contradictions.ts';
import { lastSeenRow } from '../transfers/last-seen.ts';
import { type Row, rowGroup, rowTitle } from '../transfers/row.ts';

/**
 * Finds a person's recent look-ups, newest first. Where the team knows by now that a record and its
 * requery contradict each other, the look-up has the last status of its record, and says so.
 */
export async function findOwnLookUps(
  { recentLookUps, known, banks }: Pick<Services, 'recentLookUps' | 'known' | 'banks'>,
  personId: string,
): Promise<DatedLookUp[]> {
  const own = recentLookUps.of(personId);
  const references = own.map(({ asked }) => asked);
  const requeries = own.map(({ asked, status }): Row => ({ isRequery: true, asked, status }));
  const [lastSeen, withRecords] = await Promise.all([
    known.lastSeen(references),
    known.find(requeries, { personId }),
  ]);
  const nowMs = Date.now();

  return own.map((lookUp, index) => {
    const { isRequery, group } = lookUp;
    const seen = lastSeen[index];
    const record = seen && lastSeenRow(seen, banks);
    const row = isRequery ? withRecords[index] : record;
    // The words of a requery without a status are the bot's own: nothing can contradict them.
    const hasStatus = !isRequery || (group !== undefined && group !== 'unknown');
    const line = row && hasStatus ? contradictionLine(row, nowMs) : undefined;
    if (row === undefined || line === undefined) return lookUp;

    const contradiction = bold(`${line} They disagree.`);
    if (isRequery) return { ...lookUp, contradiction };

    const { atMs } = seen?.record ?? lookUp;
    return { ...lookUp, status: rowTitle(row), group: rowGroup(row), atMs, contradiction };
  });
}
