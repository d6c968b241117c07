import type { Spelling } from '../command-names.ts';
import type { Guess } from '../reading/nearest-command.ts';
import { message, type Reply, runButtons, section } from './blocks.ts';
import { code, cut } from './mrkdwn.ts';

/** Words that begin with no command: the nearest one as a question, never run on a guess. */
export function unknownWords({ said, meant, spelling }: Guess & { spelling: Spelling }): Reply {
  const unknown = `txnbot does not know ${code(cut(said, 60))}.`;
  if (!meant) {
    const text = `${unknown} Try ${code(spelling.write('help'))}.`;
    return message(text, [section(text)]);
  }
  const { command, text: argument } = meant;
  const text = `${unknown} Did you mean ${code(spelling.write(`${command.name} ${argument}`), 150)}?`;
  const run = { label: `Run ${command.name}`, command: command.name, text: argument };
  return message(text, [section(text), ...(argument === '' ? [] : runButtons([run]))]);
}
