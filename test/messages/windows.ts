import { commands } from '../../src/asking/ask.ts';
import { bankPicker } from '../../src/banks/picker.ts';
import type { Audience } from '../../src/blocks/blocks.ts';
import { lookingUp, modalOf } from '../../src/blocks/modal.ts';
import { inquire, type Resources } from '../../src/command.ts';
import { home, homeBanks } from '../../src/home/view.ts';
import { moreWindow } from '../../src/tables/actions.ts';
import { tableOf } from '../../src/tables/table.ts';
import { copyNote, showAllFields, showAllValues } from '../../src/transfers/card-buttons.ts';
import { valuesLoading } from '../../src/transfers/fields-and-note.ts';
import { compare } from '../../src/transfers/requery.ts';
import { askLines, asksOf } from '../../src/transfers/row.ts';
import { homeWatches } from '../../src/watches/messages.ts';
import { sampleShareWindow } from './batches.ts';
import { answerTo, type KindOf } from './replies.ts';
import { readersOf, sampleAsker } from './sample-resources.ts';
import { atMs, sampleBanks } from './sample-service.ts';

export type View = ReturnType<typeof modalOf> | ReturnType<typeof home>;

/** Every kind of window, and the Home tab. */
export async function windows(quiet: Resources, busy: Resources): Promise<KindOf<View>[]> {
  const { slash } = quiet.presentation.names;
  const reader = { ...readersOf(quiet).asker, canShare: false, isInWindow: true };
  const references = ['GARO-5p1d6w8', 'GARO-8s3k2j1', 'GARO-1n8v2c1'];
  const listed = { asks: asksOf(references, ['19261']) };
  const reference = 'GARO-5p1d6w8';
  const answer = (question: string) => answerTo(question, reader, quiet);
  const valuesOf = (transactionId: string) => inquire(showAllValues, { transactionId }, reader, quiet);
  const asks = asksOf(references);
  const more = { asks, value: askLines(asks), channelId: 'C0SAMPLE', slash };
  const moreOf = (audience: Audience) => moreWindow({ ...more, audience, canShare: audience === 'asker' });
  const fieldsOf = (of: string) => inquire(showAllFields, { reference: of }, reader, quiet);
  return [
    { kind: 'window, All Fields', budget: 'whole', drawn: modalOf(await fieldsOf(reference)) },
    { kind: 'window, All Fields, overflowing', budget: 'whole', drawn: modalOf(await fieldsOf('GARO-9l1g3h6')) },
    { kind: 'window, All Fields, loading', budget: 'anything else', drawn: valuesLoading(reference, 'All Fields') },
    { kind: 'window, All Values', budget: 'whole', drawn: modalOf(await valuesOf('19262')) },
    { kind: 'window, All Values, overflowing', budget: 'whole', drawn: modalOf(await valuesOf('19268')) },
    { kind: 'window, looking it up', budget: 'anything else', drawn: lookingUp(reference) },
    { kind: 'window, Find a Bank Code', budget: 'anything else', drawn: bankPicker() },
    { kind: 'window, Find a Bank Code, chosen', budget: 'anything else', drawn: bankPicker(sampleBanks[0]) },
    { kind: 'window, transaction', budget: 'not settled', drawn: modalOf(await answer(`txn ${reference}`)) },
    { kind: 'window, list', budget: 'parts', drawn: modalOf(await inquire(tableOf, listed, reader, quiet)) },
    { kind: 'window, more of a table', budget: 'anything else', drawn: moreOf('asker') },
    { kind: 'window, share a batch', budget: 'anything else', drawn: sampleShareWindow() },
    { kind: 'window, more of a shared table', budget: 'anything else', drawn: moreOf('channel') },
    { kind: 'window, requery', budget: 'requery', drawn: modalOf(await answer('tsq 19261')) },
    {
      kind: 'window, record and requery',
      budget: 'record beside requery',
      drawn: modalOf(await inquire(compare, { reference, slash }, reader, quiet)),
    },
    {
      kind: 'window, note for the bank',
      budget: 'anything else',
      drawn: modalOf(await inquire(copyNote, { reference }, reader, quiet)),
    },
    { kind: 'window, several banks', budget: 'several banks', drawn: modalOf(await answer('bank zenith')) },
    { kind: 'window, help', budget: 'help for all', drawn: modalOf(await answer('txn help')) },
    { kind: 'window, not found', budget: 'not found', drawn: modalOf(await answer('txn GARO-1n8v2c1')) },
    { kind: 'Home, fresh', budget: 'parts', drawn: await homeOf(quiet, []) },
    { kind: 'Home, full', budget: 'parts', drawn: await homeOf(busy, looked) },
    { kind: 'Home, full, where windows may not ask', budget: 'parts', drawn: await homeOf(busy, looked, false) },
  ];
}

const pending = { asked: 'GARO-5p1d6w8', isRequery: false, status: 'pending', group: 'moving', atMs } as const;
const looked = [pending, { ...pending, asked: '19261', isRequery: true, group: undefined }];

async function homeOf({ services, presentation }: Resources, own: typeof looked, mayAskInWindows = true) {
  const { names } = presentation;
  const [counts, watches] = await Promise.all([services.history.counts(60), services.watches.of(sampleAsker.personId)]);
  const { nameOf } = services.banks;
  return home({
    commands,
    lookUps: services.lookUpSummary(),
    own,
    lastPasteAtMs: atMs,
    mayAskInWindows,
    bankList: services.banks.state(),
    watches: homeWatches({ watches, own, mayAskInWindows, slash: names.slash }),
    banks: counts ? homeBanks(counts, counts, nameOf) : [],
    nowMs: atMs,
    names,
  });
}
