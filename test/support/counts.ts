import { type Counts, createHistory } from '../../src/history.ts';

/** The counts of a history in which so many asked for transfers to these banks. */
export function countsOf(banks: readonly { bank: string; asked: number; unsettled: number }[]): Counts {
  const history = createHistory(60 * 60_000);
  for (const { bank, asked, unsettled } of banks)
    for (let each = 0; each < asked; each += 1)
      history.remember({ asked: `${bank}-${each}`, group: each < unsettled ? 'moving' : 'settled', bank }, 'U0ANN');
  return history.counts();
}
