import type { Block } from '../../src/blocks/blocks.ts';
import type { BlockForm } from '../../src/blocks/forms.ts';
import { inquire, type Reader, type Resources } from '../../src/command.ts';
import { checkInquiry } from '../../src/transfers/card.ts';
import { type Audience, asker, places } from '../support/asker.ts';
import { resourcesFor } from '../support/services.ts';
import { lists, otherWords, pressed, told, type View, windows } from './kinds.ts';
import type { BudgetName } from './measure.ts';
import { answers, answerTo, busyQuestions, type Kind } from './questions.ts';
import { atMs, startSampleService } from './sample-service.ts';

/** One message or window as one reader gets it. */
export interface Sample {
  kind: string;
  form: BlockForm;
  audience: Audience;
  budget: BudgetName;
  blocks: readonly Block[];
  /** What Slack gets. */
  sent: { message: { text: string; blocks: Block[] } } | { view: View };
}

/**
 * Every kind of message and window, in both forms of blocks and for both audiences, from the real
 * commands.
 */
export async function allSamples(): Promise<Sample[]> {
  const service = await startSampleService();
  const samples = [
    ...(await samplesIn('current', service.url)),
    ...(await samplesIn('classic', service.url)),
  ];
  await service.close();
  return samples;
}

/** @param rememberHours how long what was asked before is remembered */
function resourcesIn(blockForm: BlockForm, url: string, rememberHours = 0): Resources {
  const resources = resourcesFor(url, { REMEMBER_HOURS: String(rememberHours) });
  resources.presentation.names.callBot('Ledger'); // so that a test sees where the program's own name stands
  return { ...resources, presentation: { ...resources.presentation, blockForm } };
}

/**
 * Everything was asked before and is watched, and a bank has an outage: then an answer says the
 * most.
 */
async function busyIn(form: BlockForm, url: string, reader: Reader): Promise<Resources> {
  const busy = resourcesIn(form, url, 24);
  const { bankCounts, recentLookUps } = busy.services;
  const another = { ...reader, asker: { ...asker, personId: 'U0OTHER' } };
  for (const [, , question] of busyQuestions) await answerTo(question, another, busy);
  for (const [bank, group] of [
    ['000013', 'moving'],
    ['100001', 'settled'],
  ] as const)
    for (let at = 0; at < 9; at += 1) bankCounts.add({ reference: `${bank}-${at}`, bank, group });
  await inquire(checkInquiry, { asked: 'GARO-1d4t7b3', isRequery: false }, another, busy);
  await answerTo('txn watch GARO-5p1d6w8 GARO-2f9s4q7', reader, busy);
  const onIt = { personId: 'U0AMARA', name: 'amara', atMs };
  for (const id of ['GARO-1d4t7b3', 'GARO-2f9s4q7', 'GARO-7p9q2w1'])
    await busy.services.known.assign({ id, ...onIt }, undefined);
  await answerTo('bank zenith', reader, busy); // loads the bank list, of which a Home that is full tells
  recentLookUps.note(asker.personId, [
    { asked: 'GARO-5p1d6w8', isRequery: false, status: 'Pending', group: 'moving' },
    { asked: '19261', isRequery: true, status: 'SUCCESSFUL', group: undefined },
  ]);
  return busy;
}

async function samplesIn(form: BlockForm, url: string): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const audience of ['asker', 'channel'] as const) {
    const quiet = resourcesIn(form, url);
    const { slash, mention } = quiet.presentation.names;
    const [canShare, syntax] = audience === 'asker' ? [true, slash] : [false, mention];
    const reader: Reader = {
      asker: { ...asker, channelId: undefined },
      place: places[audience],
      canShare,
      syntax,
    };
    const busy = await busyIn(form, url, reader);
    const kinds: Kind[] = [
      ...answers('quiet', reader, quiet),
      ...answers('busy', reader, busy),
      ...pressed(reader, quiet),
      ...otherWords(reader),
      ...told(reader, quiet),
      ...(await lists(reader, quiet)),
    ];
    // One after the other, as what was asked before counts.
    for (const [kind, budget, draw] of kinds) {
      const { text, blocks } = await draw();
      samples.push({
        kind,
        form,
        audience,
        budget,
        blocks,
        sent: { message: { text, blocks: [...blocks] } },
      });
    }
    if (audience === 'channel') continue;
    for (const [kind, budget, draw] of windows(reader, resourcesIn(form, url), busy)) {
      const view = await draw();
      samples.push({ kind, form, audience, budget, blocks: blocksOf(view), sent: { view } });
    }
  }
  return samples;
}

/** What windows hold, whose type says nothing of it. */
const inWindows = ['header', 'section', 'context', 'actions', 'input', 'rich_text'];
const isInWindows = (block: { type: string }): block is Block => inWindows.includes(block.type);

function blocksOf({ blocks }: { blocks: readonly { type: string }[] }): Block[] {
  const known = blocks.filter(isInWindows);
  if (known.length < blocks.length)
    throw new Error('A window holds a block that measure.ts does not count.');
  return known;
}
