import { message, type Reply } from './blocks.ts';
import { leftOutWords } from './left-out-words.ts';
import { type Unclear, unclearBlocks } from './unclear.ts';

export interface Beside {
  /** Words of the question that were not asked for. */
  leftOut: readonly string[];
  unclear: readonly Unclear[];
}

/** Adds what stood beside what was asked for, and was not asked for itself. */
export function addBeside(reply: Reply, { leftOut, unclear }: Beside): Reply {
  const more = [...leftOutWords(leftOut), ...unclearBlocks(unclear)];
  return more.length === 0 ? reply : { ...reply, ...message(reply.text, [...reply.blocks, ...more]) };
}
