import type { Spelling } from '../command-names.ts';
import { addContextLine } from './add-context-line.ts';
import type { Reply } from './blocks.ts';
import { code } from './mrkdwn.ts';

/** Adds what somebody's words were read as, where that is not what they wrote. */
export function withReadAs(reply: Reply, readAs: string | undefined, { write }: Spelling): Reply {
  return readAs === undefined ? reply : addContextLine(reply, `read as ${code(write(readAs))}`);
}
