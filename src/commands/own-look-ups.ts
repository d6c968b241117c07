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
  // A requery without a status is described in the bot's own words: nothing contradicts them.
  const statusOf = ({ status, group }: DatedLookUp) => (group === 'unknown' ? '' : status);
  const [lastSeen, requeries] = await Promise.all([
    known.lastSeen(own.map(({ asked }) => asked)),
    known.find(
      own.map((each): Row => ({ isRequery: true, asked: each.asked, status: statusOf(each) })),
      { personId },
    ),
  ]);
  const nowMs = Date.now();

  return own.map((lookUp, index) => {
    const last = lastSeen[index];
    const row = lookUp.isRequery ? requeries[index] : last && lastSeenRow(last, banks);
    const line = row && contradictionLine(row, nowMs);
    if (row === undefined || line === undefined) return lookUp;

    const contradiction = bold(`${line} They disagree.`);
    if (lookUp.isRequery) return { ...lookUp, contradiction };

    const { atMs } = last?.record ?? lookUp;
    return { ...lookUp, status: rowTitle(row), group: rowGroup(row), atMs, contradiction };
  });
}
