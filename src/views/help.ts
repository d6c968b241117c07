import type { Command } from '../commands/command.ts';
import { context, message, type Reply, section } from './blocks.ts';
import { code, escapeMrkdwn } from './mrkdwn.ts';

/** No argument was given: how to ask at this door, with an example to copy. */
export function usageReply(command: Command, prefix: string): Reply {
  const write = (argument: string) => code(`${prefix}${command.name} ${argument}`);
  const text = `${escapeMrkdwn(command.summary)}: ${write(command.usage)}, for instance ${write(command.examples[0])}`;
  return message(text, [section(text)]);
}

const beside: Record<string, string> = {
  '/': 'In a thread, mention `@txnbot` instead: Slack runs no slash commands there',
  '@txnbot ': 'Everybody in the thread reads the answer, so names and account numbers are shortened',
  '': 'Only you read this conversation',
};

/** Everything that can be asked at this door, in the given order, as it is written there. */
export function helpReply(commands: readonly Command[], prefix: string): Reply {
  const title = `What txnbot answers: ${commands.map(({ name }) => code(`${prefix}${name}`)).join(', ')}`;
  return message(title, [
    ...commands.map((command) => section(describe(command, prefix))),
    context([beside[prefix], 'everything is read-only: txnbot never moves money']),
  ]);
}

function describe({ name, usage, summary, details, examples }: Command, prefix: string): string {
  const lines = [
    `${code(`${prefix}${name} ${usage}`)}  ${escapeMrkdwn(summary)}`,
    escapeMrkdwn(details),
    `For instance ${examples.map((example) => code(`${prefix}${name} ${example}`)).join('  ')}`,
  ];
  return lines.join('\n');
}
