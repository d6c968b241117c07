import { context, message, type Reply } from './blocks.ts';

/** Adds a last line about the reply itself. */
export function addContextLine({ text, blocks, ...rest }: Reply, line: string): Reply {
  return { ...rest, ...message(`${text}\n${line}`, [...blocks, context([line])]) };
}
