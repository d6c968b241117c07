import { bankPicker } from '../../src/banks/picker.ts';
import type { Audience } from '../../src/blocks/blocks.ts';
import { lookingUp, modalOf } from '../../src/blocks/modal.ts';
import { inquire, type Resources } from '../../src/command.ts';
import { homeView } from '../../src/home/home.ts';
import { moreWindow } from '../../src/tables/actions.ts';
import { tableOf } from '../../src/tables/table.ts';
import { showAll } from '../../src/transfers/card-buttons.ts';
import { valuesLoading } from '../../src/transfers/fields-and-note.ts';
import { askLines, asksOf } from '../../src/transfers/row.ts';
import { sampleShareWindow } from './batches.ts';
import { answerTo, type KindOf, kindOf } from './replies.ts';
import { readersOf, sampleAsker } from './sample-resources.ts';
import { atMs, sampleBanks } from './sample-service.ts';

export type View = ReturnType<typeof modalOf> | Awaited<ReturnType<typeof homeView>>;

/** Every kind of window, and the Home tab. */
export async function windows(quiet: Resources, busy: Resources): Promise<KindOf<View>[]> {
  const { slash } = quiet.presentation.names;
  const reader = { ...readersOf(quiet).asker, canShare: false, isInWindow: true };
  const references = ['GARO-5p1d6w8', 'GARO-8s3k2j1', 'GARO-1n8v2c1'];
  const listed = { asks: asksOf(references, ['19261']) };
  const reference = 'GARO-5p1d6w8';
  const valuesOf = (transactionId: string) =>
    inquire(showAll, { asked: transactionId, isRequery: true }, reader, quiet);
  const asks = asksOf(references);
  const more = { asks, value: askLines(asks), channelId: 'C0SAMPLE', slash };
  const moreOf = (audience: Audience) => moreWindow({ ...more, audience, canShare: audience === 'asker' });
  const fieldsOf = (of: string) => inquire(showAll, { asked: of, isRequery: false }, reader, quiet);
  const other = 'anything else';
  return Promise.all([
    kindOf('window, All Fields', 'whole', fieldsOf(reference).then(modalOf)),
    kindOf('window, All Fields, overflowing', 'whole', fieldsOf('GARO-9l1g3h6').then(modalOf)),
    kindOf('window, All Fields, loading', other, valuesLoading(reference)),
    kindOf('window, All Values', 'whole', valuesOf('19262').then(modalOf)),
    kindOf('window, All Values, overflowing', 'whole', valuesOf('19268').then(modalOf)),
    kindOf('window, looking it up', other, lookingUp(reference)),
    kindOf('window, Find a Bank Code', other, bankPicker()),
    kindOf('window, Find a Bank Code, chosen', other, bankPicker(sampleBanks[0])),
    kindOf('window, transaction', 'not settled', answerTo(`txn ${reference}`, reader, quiet).then(modalOf)),
    kindOf('window, list', 'parts', inquire(tableOf, listed, reader, quiet).then(modalOf)),
    kindOf('window, more of a table', other, moreOf('asker')),
    kindOf('window, more of a shared table', other, moreOf('channel')),
    kindOf('window, share a batch', other, sampleShareWindow()),
    kindOf('Home, fresh', 'parts', homeOf(quiet, [])),
    kindOf('Home, full', 'parts', homeOf(busy, looked)),
    kindOf('Home, full, where windows may not ask', 'parts', homeOf(busy, looked, false)),
  ]);
}

const pending = { asked: 'GARO-5p1d6w8', isRequery: false, status: 'pending', group: 'moving', atMs } as const;
const looked = [pending, { ...pending, asked: '19261', isRequery: true, group: undefined }];

function homeOf({ services, presentation }: Resources, own: typeof looked, mayAskInWindows = true) {
  const recentLookUps = { ...services.recentLookUps, of: () => own, lastPasteAtMs: () => atMs };
  const viewer = { userId: sampleAsker.personId, mayAskInWindows };
  return homeView({ services: { ...services, recentLookUps }, presentation }, viewer);
}
