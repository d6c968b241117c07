import type { Audience, Block, Reply } from '../../src/blocks/blocks.ts';
import type { BlockForm } from '../../src/blocks/forms.ts';
import { batches } from './batches.ts';
import type { BudgetName } from './measure.ts';
import { answers, failuresFor, type KindOf, otherWords, pressed } from './replies.ts';
import { readersOf, sampleResources } from './sample-resources.ts';
import { told } from './watches.ts';
import { type View, windows } from './windows.ts';

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

/** Every kind of message and window, in both forms of blocks and for both audiences. */
export async function allSamples(): Promise<Sample[]> {
  return [...(await samplesIn('current')), ...(await samplesIn('classic'))];
}

async function samplesIn(form: BlockForm): Promise<Sample[]> {
  const quiet = sampleResources(form);
  const busy = sampleResources(form, true);
  const readers = readersOf(quiet);
  const press = await pressed(readers, busy);
  const samplesFor = async (audience: Audience) => {
    const reader = readers[audience];
    const replies = [
      ...(await answers(reader, quiet, busy)),
      ...press[audience],
      ...(await failuresFor(reader)),
      ...(await told(audience, quiet)),
      ...(await batches(audience, quiet)),
      ...(await otherWords(reader)),
    ];
    return replies.map(({ drawn, ...rest }): Sample => {
      return { ...rest, form, audience, blocks: drawn.blocks, sent: { message: messageOf(drawn) } };
    });
  };
  const views = (await windows(quiet, busy)).map(({ drawn, ...rest }: KindOf<View>): Sample => {
    return { ...rest, form, audience: 'asker', blocks: blocksOf(drawn), sent: { view: drawn } };
  });
  return [...(await samplesFor('asker')), ...(await samplesFor('channel')), ...views];
}

const messageOf = ({ text, blocks }: Reply) => ({ text, blocks: [...blocks] });

/** What windows hold, whose type says nothing of it. */
const inWindows = ['header', 'section', 'context', 'actions', 'input', 'rich_text'];
const isInWindows = (block: { type: string }): block is Block => inWindows.includes(block.type);

function blocksOf({ blocks }: { blocks: readonly { type: string }[] }): Block[] {
  const known = blocks.filter(isInWindows);
  if (known.length < blocks.length) throw new Error('A window holds a block that measure.ts does not count.');
  return known;
}
