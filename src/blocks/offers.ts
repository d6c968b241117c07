import type { CommandSyntax } from '../command-names.ts';
import type { Unclear } from '../reading/repairs.ts';
import { type Block, context, message, type Reply, runButtons, section } from './blocks.ts';
import { code, outside } from './mrkdwn.ts';

/** Buttons of one message are told apart by a number; these begin behind those of a card. */
const firstIndex = 20;
const most = 5;
/** Of all questions together, in characters of their blocks: the answer itself must fit beside them. */
const roomMax = 2_400;

/** What can be read in two ways: somebody says which, and until then nothing of it is asked for. */
export function unclearBlocks(unclear: readonly Unclear[]): Block[] {
  let room = roomMax;
  const questions = unclear.slice(0, most).map(questionOf);
  const end = questions.findIndex((blocks) => {
    room -= JSON.stringify(blocks).length;
    return room < 0;
  });
  const asked = questions.slice(0, end === -1 ? questions.length : Math.max(end, 1));
  const left = unclear.length - asked.length;
  return [...asked.flat(), ...(left > 0 ? [section(leftSentence(left))] : [])];
}

function questionOf({ said, readings }: Unclear, at: number): Block[] {
  return [
    section(unclearSentence({ said, readings })),
    ...runButtons(
      readings.map((text) => ({ label: `Look Up ${text}`, command: 'txn', text })),
      firstIndex + at * most,
    ),
  ];
}

function leftSentence(count: number): string {
  return count === 1
    ? '1 more can be read in more than one way, and was not looked up.'
    : `${count} more can be read in more than one way, and were not looked up.`;
}

/** One reading is not sure either: what broke may be two things. */
export function unclearSentence({ said, readings }: Unclear): string {
  return readings.length === 1
    ? `${code(said)} may be one reference or two things, and was not looked up. Is it this one?`
    : `${code(said)} can be read in more than one way, and was not looked up. Which one is it?`;
}

const lengthMax = 300;

/**
 * What was typed, could have been meant and was not looked up is not passed over in silence. Words are shown whole, as
 * a part of a reference would be another one; only a single word that is longer than the line is cut.
 */
export function notAskedForLine([first, ...others]: readonly string[]): Block[] {
  if (first === undefined) return [];
  let shown = first;
  let left = others.length;
  for (const word of others) {
    const longer = `${shown}, ${word}`;
    if (longer.length > lengthMax) break;
    shown = longer;
    left -= 1;
  }
  return [context([`Not asked for: ${outside(shown, lengthMax)}${left > 0 ? ` and ${left} more` : ''}`])];
}

export interface Extras {
  /** Words of the question that were not asked for. */
  leftOut: readonly string[];
  unclear: readonly Unclear[];
}

/** Adds what stood beside what was asked for, and was not asked for itself. */
export function addExtras(reply: Reply, { leftOut, unclear }: Extras): Reply {
  const more = [...notAskedForLine(leftOut), ...unclearBlocks(unclear)];
  return more.length === 0 ? reply : { ...reply, ...message(reply.text, [...reply.blocks, ...more]) };
}

/** Adds what somebody's words were read as, where that is not what they wrote. */
export function withReadAs(reply: Reply, readAs: string | undefined, { write }: CommandSyntax): Reply {
  return readAs === undefined ? reply : addContextLine(reply, `read as ${code(write(readAs))}`);
}

/** Adds a last line about the reply itself. */
export function addContextLine({ text, blocks, ...rest }: Reply, line: string): Reply {
  return { ...rest, ...message(`${text}\n${line}`, [...blocks, context([line])]) };
}

/** Of the name of whoever shared something, in characters, where it is shown and where a button carries it. */
export const sharedByMax = 80;
