import { copyNote, requery, showAllFields } from '../../commands/card-buttons.ts';
import type { Reader } from '../../commands/command.ts';
import { commands } from '../../commands/index.ts';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { many } from '../../commands/many.ts';
import { allFieldsLoading } from '../../views/all-fields.ts';
import { bankPicker } from '../../views/bank-picker.ts';
import { home } from '../../views/home.ts';
import { homeBanks } from '../../views/home-banks.ts';
import { homeWatches } from '../../views/home-watches.ts';
import { lookingUp } from '../../views/looking-up.ts';
import { modalOf } from '../../views/modal.ts';
import { answerTo } from './message-samples.ts';
import { sampleAsker } from './sample-asker.ts';

export interface SampleWindow {
  name: string;
  asked: { view: ReturnType<typeof modalOf> | ReturnType<typeof home> };
}

const nowMs = Date.UTC(2026, 0, 31, 14, 8, 9);

/** Every kind of window, and the Home tab. */
export async function windowSamples(resources: Resources): Promise<SampleWindow[]> {
  const { slash } = resources.presentation.names;
  const reader: Reader = { asker: sampleAsker, audience: 'asker', canShare: false, spelling: slash, isInWindow: true };
  const listed = { references: ['SAMPLE-1', 'SAMPLE-12', 'NONE-1'], identifiers: ['1', '2'], leftOut: [] };
  const replies = {
    'All Fields': await inquire(showAllFields, 'SAMPLE-1', reader, resources),
    'a card in a window': await answerTo('txn SAMPLE-1', reader, resources),
    'a list in a window': await inquire(many, listed, reader, resources),
    'a requery in a window': await answerTo('tsq 2', reader, resources),
    'Requery in a window': await inquire(requery, { reference: 'SAMPLE-1', slash }, reader, resources),
    'Note for the Bank in a window': await inquire(copyNote, 'SAMPLE-1', reader, resources),
    'banks in a window': await answerTo('bank alpha', reader, resources),
    'help in a window': await answerTo('txn help', reader, resources),
    'no transaction in a window': await answerTo('txn NONE-1', reader, resources),
  };
  const { banks } = await resources.services.transferApi.banks();
  const windows = {
    'All Fields, loading': allFieldsLoading('SAMPLE-1'),
    'Looking it up': lookingUp('SAMPLE-1'),
    'Find a Bank Code': bankPicker(),
    'Find a Bank Code, with a bank': bankPicker(banks[0]),
    ...Object.fromEntries(Object.entries(replies).map(([name, reply]) => [name, modalOf(reply)])),
    Home: await homeSample(resources, true),
    'Home where windows may not ask': await homeSample(resources, false),
  };
  return Object.entries(windows).map(([name, view]) => ({ name, asked: { view } }));
}

async function homeSample({ services, presentation: { names } }: Resources, mayAskInWindows: boolean) {
  const [counts, watches] = await Promise.all([services.history.counts(60), services.watches.of(sampleAsker.personId)]);
  const { nameOf } = services.banks;
  const looked = { asked: 'SAMPLE-1', isRequery: false, status: 'pending', group: 'moving', atMs: nowMs } as const;
  return home({
    commands,
    lookUps: services.lookUpSummary(),
    own: [looked, { ...looked, asked: '1', isRequery: true, group: undefined }],
    lastPasteAtMs: nowMs,
    mayAskInWindows,
    bankList: services.banks.state(),
    watches: homeWatches({ watches, mayAskInWindows, slash: names.slash }),
    banks: counts ? homeBanks({ hour: counts, halfHour: counts, nameOf }) : [],
    nowMs,
    names,
  });
}
