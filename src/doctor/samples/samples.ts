import { commandNames } from '../../commands/index.ts';
import type { Config } from '../../config/config.ts';
import { blockSamples } from '../../views/block-samples.ts';
import type { Block } from '../../views/blocks.ts';
import type { home } from '../../views/home.ts';
import type { modalOf } from '../../views/modal.ts';
import { messageSamples } from './message-samples.ts';
import { sampleResources } from './sample-resources.ts';
import { shapeOf } from './shape-of.ts';
import { windowSamples } from './window-samples.ts';

/** What Slack is asked about. */
export interface Sample {
  /** What brings it up. */
  name: string;
  /** Whether only answers of the current form are like that. */
  isCurrentOnly: boolean;
  /** Whether the bot asks about it at each start, to choose the form of its answers. */
  isDeciding: boolean;
  asked: { message: { blocks: Block[] } } | { view: ReturnType<typeof modalOf> | ReturnType<typeof home> };
}

/**
 * A message or window of every kind that the bot can send, without anybody's data. Of those that are built alike it is
 * the longest: Slack judges only so many in a minute.
 */
export async function samples(config: Config): Promise<readonly Sample[]> {
  const deciding = blockSamples(commandNames(config.commandSuffix).slash);
  const first = Object.entries(deciding).map(([kind, blocks]): Sample => {
    return { name: `a ${kind}`, asked: { message: { blocks: [...blocks] } }, isCurrentOnly: true, isDeciding: true };
  });
  const kinds = new Map<string, Sample>();
  for (const form of ['classic', 'current'] as const) {
    const isCurrentOnly = form === 'current';
    const resources = sampleResources(config, form);
    const messages = (await messageSamples(resources)).map(({ name, reply }) => {
      return { name, asked: { message: { blocks: [...reply.blocks] } } };
    });
    for (const sample of [...messages, ...(await windowSamples(resources))]) {
      const shape = shapeOf(sample.asked);
      const known = kinds.get(shape);
      const isBetter = !known || (known.isCurrentOnly === isCurrentOnly && lengthOf(sample) > lengthOf(known));
      if (isBetter) kinds.set(shape, { ...sample, isCurrentOnly, isDeciding: false });
    }
  }
  return [...first, ...kinds.values()];
}

function lengthOf({ asked }: Pick<Sample, 'asked'>): number {
  return JSON.stringify(asked).length;
}
