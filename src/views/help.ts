import type { Command } from '../commands/command.ts';
import { context, message, type Reply, section } from './blocks.ts';
import { code, escapeMrkdwn } from './mrkdwn.ts';

/** No argument was given: how to ask, with an example to copy. */
export function usageReply(command: Command): Reply {
  const [example] = command.examples;
  const text = `${escapeMrkdwn(command.summary)}: ${code(`/${command.name} ${command.usage}`)}, for instance ${code(
    `/${command.name} ${example}`,
  )}`;
  return message(text, [section(text)]);
}

/** Everything that can be asked; the one that was asked about first. */
export function helpReply(asked: Command, commands: readonly Command[]): Reply {
  const ordered = [asked, ...commands.filter((command) => command !== asked)];
  const text = `How to use ${code(`/${asked.name}`)}`;
  return message(text, [
    ...ordered.map((command) => section(describe(command))),
    context(['Only you see the answers', 'everything is read-only: txnbot never moves money']),
  ]);
}

function describe({ name, usage, summary, details, examples }: Command): string {
  const lines = [
    `*${code(`/${name} ${usage}`)}*  ${escapeMrkdwn(summary)}`,
    escapeMrkdwn(details),
    `For instance ${examples.map((example) => code(`/${name} ${example}`)).join('  ')}`,
  ];
  return lines.join('\n');
}
