import type { Spelling } from '../command-names.ts';
import type { OtherNumber } from '../reading/bank-question.ts';
import { message, type Reply, type RunButton, runButtons, section } from './blocks.ts';
import { code } from './mrkdwn.ts';

/** After `/bank`, what only another command takes: says what it looks like, and offers that command. */
export function notABank(others: readonly OtherNumber[], spelling: Spelling): Reply {
  const { sentence, run } = explain(others, spelling);
  const takes = `${code(spelling.write('bank'))} takes a name or a code: ${code(spelling.write('bank zenith'))}, ${code(spelling.write('bank 000015'))}.`;
  const text = `${sentence} ${takes}`;
  return message(text, [section(text), ...(run ? runButtons([run]) : [])]);
}

function explain(others: readonly OtherNumber[], spelling: Spelling): { sentence: string; run?: RunButton } {
  const offer = (command: string, text: string, looks: string) => ({
    sentence: `${looks}: try ${code(spelling.write(`${command} ${text}`))}.`,
    run: { label: `Run ${command}`, command, text },
  });
  const of = (kind: OtherNumber['kind']) => others.filter((other) => other.kind === kind).map(({ text }) => text);
  const references = of('reference');
  const [identifier] = of('identifier');
  if (references.length > 0) {
    const looks = references.length === 1 ? 'That looks like a reference' : 'Those look like references';
    return offer('txn', references.join(' '), looks);
  }
  if (identifier !== undefined) return offer('tsq', identifier, 'That looks like the identifier of a transfer');
  const [other] = others;
  const looks = `${code(other?.text ?? '')} looks like`;
  if (other?.kind === 'session') return { sentence: `${looks} a session id, which no command takes.` };
  return { sentence: `${looks} ${other?.kind === 'phone' ? 'a phone number' : 'an account number'}.` };
}
