import { type Block, runButtons, section } from './blocks.ts';
import { code } from './mrkdwn.ts';

export interface Unclear {
  said: string;
  readings: readonly string[];
}

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
