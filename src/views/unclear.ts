import { type Block, runButtons, section } from './blocks.ts';
import { code } from './mrkdwn.ts';

export interface Unclear {
  said: string;
  readings: readonly string[];
}

/** Buttons of one message are told apart by a number; these begin behind those of a card. */
const firstIndex = 20;
const most = 5;

/** What can be read in two ways: somebody says which, and until then nothing of it is asked for. */
export function unclearBlocks(unclear: readonly Unclear[]): Block[] {
  return unclear.slice(0, most).flatMap(({ said, readings }, at) => [
    section(unclearSentence(said)),
    ...runButtons(
      readings.map((text) => ({ label: `Look Up ${text}`, command: 'txn', text })),
      firstIndex + at * most,
    ),
  ]);
}

export function unclearSentence(said: string): string {
  return `${code(said)} can be read in more than one way, and was not looked up. Which one is it?`;
}
