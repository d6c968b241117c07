import type { BankDirectory } from './banks/directory.ts';
import {
  type Audience,
  type ButtonAction,
  context,
  message,
  type Reply,
  section,
  withoutCustomer,
} from './blocks/blocks.ts';
import type { BlockForm } from './blocks/forms.ts';
import { code, escapeMrkdwn } from './blocks/mrkdwn.ts';
import type { CommandSyntax } from './blocks/offers.ts';
import type { CommandNames } from './commands/command-names.ts';
import type { ShareAccountNumbers } from './config/config.ts';
import type { History, RecentLookUp, RecentLookUps } from './history.ts';
import type { Lists } from './lists/lists.ts';
import type { Asker } from './policy.ts';
import type { CommandName } from './reading/question.ts';
import type { References } from './reading/references.ts';
import type { Files } from './slack/message.ts';
import { version } from './text.ts';
import type { TransferApi } from './transfer-service/client.ts';
import type { LookUpSummary } from './transfer-service/request.ts';
import type { Watches } from './watches/watch.ts';

/** Everything that a command may use. */
export interface Services {
  transferApi: TransferApi;
  banks: BankDirectory;
  references: References;
  /** How the transfer service has answered of late. */
  lookUpSummary: () => LookUpSummary;
  /** What each person looked up lately. */
  recentLookUps: RecentLookUps;
  /** What was asked before, and how it was answered. */
  history: History;
  watches: Watches;
  lists: Lists;
}

/** How answers are worded and drawn. */
export interface Presentation {
  /** ISO 4217, when the operator says which currency the amounts are in. */
  currency: string | undefined;
  /** How account numbers appear where a whole channel reads. */
  shareAccountNumbers: ShareAccountNumbers;
  /** Whether references have the built-in shape, and not one of the operator's. */
  knowsShape: boolean;
  names: CommandNames;
  /** Which blocks Slack takes; may change while the bot runs. */
  readonly blockForm: BlockForm;
}

/** Who reads an answer, and where it goes. */
export interface Reader {
  asker: Asker;
  audience: Audience;
  /** Whether a card can be shared with everybody from where the answer goes. */
  canShare: boolean;
  /** How a command is written where it is asked. */
  syntax: CommandSyntax;
  /** Whether the answer is shown in a window, which takes no table. */
  isInWindow?: boolean;
}

/** Something to find and then show. Every route shows it through `inquire`, which masks it in between. */
export interface Inquiry<Input, Found> {
  /** @throws TransferApiError, UserError */
  find(input: Input, services: Services, asker: Asker): Promise<Found>;
  /** What a channel may read of the result. */
  forChannel(found: Found, mode: ShareAccountNumbers): Found;
  /** What of it, as it is shown, the person is offered again on their Home tab; nothing when it is left out. */
  recentLookUps?(shown: Found): RecentLookUp[];
  /** Pure. Others may be given the same object: nothing changes it. */
  show(found: Found, reader: Reader, presentation: Presentation): Reply;
}

/** What a route knows of a command before anything runs. */
export interface CommandHead {
  name: CommandName;
  /** Bank codes are not customer data, so access to them can be set separately. */
  about: 'transfers' | 'banks';
}

/** What is asked, as the listener has read it from the payload. */
export interface Query {
  command: CommandHead;
  text: string;
  /** The button that asks the same again; by default it runs the command. */
  again?: ButtonAction | undefined;
  /** How a command is written where this was asked. */
  syntax: CommandSyntax;
  audience: Audience;
  /** What was read, where the person did not write it so. */
  readAs?: string | undefined;
  /** What stands beside what is asked for, and is not asked for itself. */
  leftOut?: readonly string[] | undefined;
}

/** Something that people ask in words, as `reading/question.ts` reads them. */
export interface Command<Intent> extends CommandHead, CommandHelp {
  /** @throws UserError, TransferApiError */
  answer(intent: Intent, answering: Answering): Promise<Reply>;
}

/** How a command answers one request. */
export interface Answering {
  syntax: CommandSyntax;
  /** What stands beside what is asked for: the answer names it. */
  leftOut: readonly string[];
  /** `inquire` for the audience there. */
  inquire<Input, Found>(inquiry: Inquiry<Input, Found>, input: Input): Promise<Reply>;
}

/** What an inquiry needs to find and show an answer. */
export interface Resources {
  services: Services;
  presentation: Presentation;
  /** What people send. */
  files: Files;
}

/**
 * Finds, masks what a channel will read, and shows. What is shown says for whom it was masked: `SlackRequest` posts
 * nothing else for everybody.
 */
export async function inquire<Input, Found>(
  inquiry: Inquiry<Input, Found>,
  input: Input,
  reader: Reader,
  { services, presentation }: Pick<Resources, 'services' | 'presentation'>,
): Promise<Reply> {
  const isForChannel = reader.audience === 'channel';
  const asker = isForChannel ? reader.asker : { ...reader.asker, threadTs: undefined };
  const found = await inquiry.find(input, services, asker);
  const readable = isForChannel ? inquiry.forChannel(found, presentation.shareAccountNumbers) : found;
  const recentLookUps = inquiry.recentLookUps?.(readable) ?? [];
  return { ...inquiry.show(readable, reader, presentation), audience: reader.audience, recentLookUps };
}

/** What help says about a command. */
interface CommandHelp {
  name: CommandName;
  usage: string;
  /** One line, as in the manifest. */
  summary: string;
  examples: readonly [string, ...string[]];
}

/** A line for each command, written as the person writes it there, and the ways without one. */
export function helpReply(commands: readonly CommandHelp[], { at, write }: CommandSyntax, audience: Audience): Reply {
  const lines = commands.map(({ name, usage, summary, examples: [example] }) => {
    const [form, sample] = [usage, example].map((argument) => code(write(`${name} ${argument}`)));
    return `${form} ${escapeMrkdwn(summary)}: ${sample}`;
  });
  const hundreds = at === 'slash' ? '' : 'Send a CSV for hundreds. '; // a slash command takes no file
  const ways = [
    'Paste whole messages, tables or links; several at once, too.',
    'On a message: More actions → *Look Up References*. Anywhere: the shortcut *Find a Bank Code*.',
    `${hundreds}${code(write('txn watch GARO-8f3k2j1'))} tells you of changes.`,
  ];
  const text = [...lines, ...ways].join('\n');
  const notes = [whoReads(at, audience), 'everything is read-only', `version ${version}`];
  return withoutCustomer(message(text, [section(text), context(notes)]));
}

function whoReads(at: CommandSyntax['at'], audience: Audience): string | undefined {
  if (at === 'slash') return 'in a thread, mention me instead';
  if (at === 'direct message') return 'only you read this conversation';
  // An answer to a mention that only the asker reads says so itself.
  return audience === 'channel' ? 'answers here are shortened: everybody reads them' : undefined;
}
