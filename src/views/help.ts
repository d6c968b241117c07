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

/** Lists the commands in the given order, written as at this door. */
export function helpReply(commands: readonly CommandHelp[], spelling: Spelling, audience: Audience): Reply {
  const title = `What ${escapeMrkdwn(spelling.bot)} answers: ${commands.map(({ name }) => code(spelling.write(name))).join(', ')}`;
  return message(title, [
    ...commands.map((command) => section(describeCommand(command, spelling))),
    context([
      whoReads(spelling, audience),
      `everything is read-only: ${escapeMrkdwn(spelling.bot)} never moves money`,
      `txnbot ${version}`,
    ]),
  ]);
}

function whoReads({ at }: Spelling, audience: Audience): string | undefined {
  if (at === 'slash') return 'In a thread, mention the bot instead: Slack runs no slash commands there';
  if (at === 'direct message') return 'Only you read this conversation';
  return audience === 'channel'
    ? 'Everybody in the thread reads the answer, so names and account numbers are shortened'
    : undefined; // an answer to a mention that only the asker reads says so itself
}

/** One command, written as at a door, with its examples as text; mrkdwn. */
export function describeCommand({ name, usage, summary, details, examples }: CommandHelp, { write }: Spelling): string {
  const lines = [
    `${code(write(`${name} ${usage}`))}  ${escapeMrkdwn(summary)}`,
    escapeMrkdwn(details),
    `For instance ${examples.map((example) => code(write(`${name} ${example}`))).join('  ')}`,
  ];
  return lines.join('\n');
}
