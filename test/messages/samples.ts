import type { Audience, Block } from '../../src/blocks/blocks.ts';
import type { BlockForm } from '../../src/blocks/forms.ts';
import type { BudgetName } from './measure.ts';
import { answers, answerTo, failuresFor, type Kind, otherWords, pressed } from './replies.ts';
import { readersOf, sampleResources } from './sample-resources.ts';
import { lists, told } from './unasked.ts';
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
  const [quiet, busy] = [sampleResources(form), sampleResources(form, true)];
  const readers = readersOf(quiet);
  const samplesFor = (audience: Audience) => {
    const reader = readers[audience];
    const kinds: Kind[] = [
      ...answers(reader, quiet, busy),
      ...pressed(reader, busy),
      ...failuresFor(reader),
      ...told(audience, quiet),
      ...lists(audience, quiet),
      ...otherWords(reader),
    ];
    return kinds.map(async ([kind, budget, drawing]): Promise<Sample> => {
      const { text, blocks } = await drawing;
      return { kind, form, audience, budget, blocks, sent: { message: { text, blocks: [...blocks] } } };
    });
  };
  await answerTo('bank alpha', readers.asker, busy); // loads the bank list, of which a Home that is full tells
  const views = windows(quiet, busy).map(async ([kind, budget, drawing]): Promise<Sample> => {
    const view = await drawing;
    return { kind, form, audience: 'asker', budget, blocks: blocksOf(view), sent: { view } };
  });
  const shownViews = await Promise.all(views); // before a question loads the list for the Home that is fresh
  return [...(await Promise.all([...samplesFor('asker'), ...samplesFor('channel')])), ...shownViews];
}

/** What windows hold, whose type says nothing of it. */
const inWindows = ['header', 'section', 'context', 'actions', 'input', 'rich_text'];
const isInWindows = (block: { type: string }): block is Block => inWindows.includes(block.type);

function blocksOf({ blocks }: { blocks: readonly { type: string }[] }): Block[] {
  const known = blocks.filter(isInWindows);
  if (known.length < blocks.length) throw new Error('A window holds a block that measure.ts does not count.');
  return known;
}
