import { bankPicker } from '../../src/banks/bank.ts';
import type { Audience } from '../../src/blocks/blocks.ts';
import { lookingUp, modalOf } from '../../src/blocks/modal.ts';
import { inquire, type Resources } from '../../src/command.ts';
import { homeView } from '../../src/home/home.ts';
import { moreWindow } from '../../src/tables/actions.ts';
import { tableOf } from '../../src/tables/look-up-table.ts';
import { showAll } from '../../src/transfers/card-buttons.ts';
import { valuesLoading } from '../../src/transfers/fields-and-note.ts';
import { askLines, asksOf } from '../../src/transfers/row.ts';
import { answerTo, type Kind } from './replies.ts';
import { readersOf, sampleAsker } from './sample-resources.ts';
import { atMs, sampleBanks } from './sample-service.ts';
import { sampleShareWindow } from './unasked.ts';

export type View = ReturnType<typeof modalOf> | Awaited<ReturnType<typeof homeView>>;

/** Every kind of window, and the Home tab. */
export function windows(quiet: Resources, busy: Resources): Kind<View>[] {
  const { slash } = quiet.presentation.names;
  const reader = { ...readersOf(quiet).asker, canShare: false, isInWindow: true };
  const references = ['GARO-5p1d6w8', 'GARO-8s3k2j1', 'GARO-1n8v2c1'];
  const listed = { asks: asksOf(references, ['19261']) };
  const reference = 'GARO-5p1d6w8';
  const allOf = (asked: string, isRequery: boolean) =>
    inquire(showAll, { asked, isRequery }, reader, quiet).then(modalOf);
  const asks = asksOf(references);
  const more = { asks, value: askLines(asks), slash };
  const moreOf = (audience: Audience) => moreWindow({ ...more, audience, canShare: audience === 'asker' });
  const other = 'anything else';
  return [
    ['window, All Fields', 'whole', allOf(reference, false)],
    ['window, All Fields, overflowing', 'whole', allOf('GARO-9l1g3h6', false)],
    ['window, All Fields, loading', other, valuesLoading(reference)],
    ['window, All Values', 'whole', allOf('19262', true)],
    ['window, All Values, overflowing', 'whole', allOf('19268', true)],
    ['window, looking it up', other, lookingUp(reference)],
    ['window, Find a Bank Code', other, bankPicker()],
    ['window, Find a Bank Code, chosen', other, bankPicker(sampleBanks[0])],
    ['window, transaction', 'not settled', answerTo(`txn ${reference}`, reader, quiet).then(modalOf)],
    ['window, list', 'parts', inquire(tableOf, listed, reader, quiet).then(modalOf)],
    ['window, more of a table', other, moreOf('asker')],
    ['window, more of a shared table', other, moreOf('channel')],
    ['window, share a batch', other, sampleShareWindow()],
    ['Home, fresh', 'parts', homeOf(quiet, [])],
    ['Home, full', 'parts', homeOf(busy, looked)],
    ['Home, full, where windows may not ask', 'parts', homeOf(busy, looked, false)],
  ];
}

const pending = { asked: 'GARO-5p1d6w8', isRequery: false, status: 'pending', group: 'moving', atMs } as const;
const looked = [pending, { ...pending, asked: '19261', isRequery: true, group: undefined }];

function homeOf({ services, presentation }: Resources, own: typeof looked, mayAskInWindows = true) {
  const recentLookUps = { ...services.recentLookUps, of: () => own, lastPasteAtMs: () => atMs };
  const viewer = { userId: sampleAsker.personId, mayAskInWindows };
  return homeView({ services: { ...services, recentLookUps }, presentation }, viewer);
}
