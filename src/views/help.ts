import type { Spelling } from '../command-names.ts';
import { version } from '../version.ts';
import { type Audience, context, message, type Reply, section } from './blocks.ts';
import { code, escapeMrkdwn } from './mrkdwn.ts';

/** What help says about a command. */
export interface CommandHelp {
  /** The slash command without its slash and suffix. */
  name: string;
  usage: string;
  /** One line, as in the manifest. */
  summary: string;
  /** What else help should say, in a sentence or two. */
  details: string;
  examples: readonly [string, ...string[]];
}

/** The reply to a command without an argument: how to ask at this door, with an example to copy. */
export function usageReply(command: CommandHelp, spelling: Spelling): Reply {
  const write = (argument: string) => code(spelling.write(`${command.name} ${argument}`));
  const text = `${escapeMrkdwn(command.summary)}: ${write(command.usage)}, for instance ${write(command.examples[0])}`;
  return message(text, [section(text)]);
}

/** One command whole, or a line for each of them, written as at this door. */
export function helpReply(commands: readonly CommandHelp[], spelling: Spelling, audience: Audience): Reply {
  const [command, ...others] = commands;
  const isOne = command !== undefined && others.length === 0;
  const lines = isOne ? whole(command, spelling) : [...commands.map((each) => brief(each, spelling)), ...ways];
  const text = lines.join('\n');
  return message(text, [
    section(text),
    context([whoReads(spelling, audience), 'everything is read-only', `version ${version}`]),
  ]);
}

const ways = [
  'Paste whole messages, tables or links; several at once, too.',
  'On a message: More actions → *Look Up References*. Anywhere: the shortcut *Find a Bank Code*.',
];

function whoReads({ at }: Spelling, audience: Audience): string | undefined {
  if (at === 'slash') return 'in a thread, mention the bot instead';
  if (at === 'direct message') return 'only you read this conversation';
  // An answer to a mention that only the asker reads says so itself.
  return audience === 'channel' ? 'answers here are shortened: everybody reads them' : undefined;
}

function brief({ name, usage, summary, examples }: CommandHelp, { write }: Spelling): string {
  return `${code(write(`${name} ${usage}`))} ${escapeMrkdwn(summary)}: ${code(write(`${name} ${examples[0]}`))}`;
}

function whole({ name, usage, summary, details, examples }: CommandHelp, { write }: Spelling): string[] {
  return [
    `${code(write(`${name} ${usage}`))} ${escapeMrkdwn(summary)}`,
    escapeMrkdwn(details),
    `For instance ${examples.map((example) => code(write(`${name} ${example}`))).join('  ')}`,
  ];
}
