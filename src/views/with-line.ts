import { context, message, type Reply } from './blocks.ts';

/** The same reply, with a line at its end that is about the reply itself. */
export function withLine({ text, blocks, ...rest }: Reply, line: string): Reply {
  return { ...rest, ...message(`${text}\n${line}`, [...blocks, context([line])]) };
}
