import { message, type Reply, runButtons, section } from './blocks.ts';
import { code } from './mrkdwn.ts';

const most = 5;

/** A text with several transaction identifiers: one is requeried at a time, and nobody but the asker knows which. */
export function whichIdentifier(text: string, identifiers: readonly string[]): Reply {
  const sentence = `${code(text, 60)} holds ${identifiers.length} transaction identifiers, and one is requeried at a time, so none was. Which one is it?`;
  const runs = identifiers
    .slice(0, most)
    .map((digits) => ({ label: `Requery ${digits}`, command: 'tsq', text: digits }));
  return message(sentence, [section(sentence), ...runButtons(runs)]);
}
