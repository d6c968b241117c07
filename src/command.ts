import type { BankCounts } from './bank-counts.ts';
import type { BankDirectory } from './banks/directory.ts';
import {
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
import type { Config, ShareAccountNumbers } from './config/settings.ts';
import type { Lists } from './lists/lists.ts';
import type { Asker, Place } from './policy.ts';
import { stripEnds } from './reading/clean.ts';
import type { CommandName, Subject } from './reading/question.ts';
import type { References } from './reading/references.ts';
import type { RecentLookUp, RecentLookUps } from './recent-look-ups.ts';
import type { Files } from './slack/files.ts';
import type { Threads } from './slack/thread.ts';
import type { Subjects } from './store/subjects.ts';
import { countSlips, version } from './text.ts';
import type { TransferApi } from './transfer-service/client.ts';
import type { LookUpSummary } from './transfer-service/token-and-address.ts';
import type { KnownTransactions } from './transfers/known-store.ts';
import type { Watches } from './watches/watch.ts';

/** Matches what people put around a command's name, as in `*Txn*,`. */
const punctuation = /[^\p{L}\p{N}]/u;

/** The services that commands use. */
export interface Services {
  transferApi: TransferApi;
  banks: BankDirectory;
  references: References;
  /** Summarizes the transfer service's recent answers and failures. */
  lookUpSummary: () => LookUpSummary;
  /** Each person's recent look-ups. */
  recentLookUps: RecentLookUps;
  /** What the team knows of transactions: who saw which status, and who is on it. */
  known: KnownTransactions;
  /** Counts of the transfers to each bank lately. */
  bankCounts: BankCounts;
  watches: Watches;
  lists: Lists;
  /** What each conversation was last about. */
  subjects: Subjects;
}

/** Settings for wording and drawing answers. */
export interface Presentation {
  /** ISO 4217 code of the currency of all amounts, if the operator has set one. */
  currency: string | undefined;
  /** How account numbers appear in a channel. */
  shareAccountNumbers: ShareAccountNumbers;
  /**
   * Whether references have the built-in shape, rather than one set by the operator
   * (REFERENCE_PATTERN).
   */
  knowsShape: boolean;
  names: CommandNames;
  /** Whom people are told to ask, if the operator has named somebody; plain text. */
  contact?: string | undefined;
  /**
   * The form in which blocks are built, so that Slack accepts them; it may change while the bot
   * runs.
   */
  readonly blockForm: BlockForm;
}

/**
 * Creates the presentation settings. Blocks have the classic form until Slack has accepted the
 * current form.
 */
export function createPresentation(config: Config): Presentation {
  const { currency, shareAccountNumbers, referencePattern, commandSuffix } = config;
  const names = commandNames(commandSuffix);
  return {
    currency,
    shareAccountNumbers,
    knowsShape: referencePattern === undefined,
    names,
    contact: config.access.contact,
    blockForm: 'classic',
  };
}

/** Who reads an answer, and where it is shown. */
export interface Reader {
  asker: Asker;
  place: Place;
  /** Whether a card has a Share button, which posts the card in the channel. */
  canShare: boolean;
  /**
   * How commands are written where the answer is shown: as slash commands, mentions or direct
   * messages.
   */
  syntax: CommandSyntax;
  /** Whether the answer is shown in a modal window, which cannot hold a table. */
  isInWindow?: boolean;
  /** The code of the request in the log and audit lines. */
  reference?: string;
}

/**
 * A look-up in three steps, which every route runs through `inquire`: find, mask for a channel,
 * show.
 * @example
 * const bankSearch = {
 *   find: (question, { banks }) => banks.ask(question),
 *   forChannel: (found) => found, // bank codes are not customer data
 *   show: (found) => drawBankAnswers(found, Date.now()),
 * } satisfies Inquiry<BankQuestion, BankResults>;
 */
export interface Inquiry<Input, Found> {
  /** @throws TransferApiError, UserError */
  find(input: Input, services: Services, asker: Asker): Promise<Found>;
  /** Masks the result for a channel. */
  forChannel(found: Found, mode: ShareAccountNumbers): Found;
  /**
   * Returns the look-ups in `shown` that the person's Home tab is to list; without this method, the
   * tab lists none.
   */
  recentLookUps?(shown: Found): RecentLookUp[];
  /** Draws the reply. Pure: must not change `found`, which other requests may be using. */
  show(found: Found, reader: Reader, presentation: Presentation): Reply;
}

/** What a route knows about a command before it runs the command. */
export interface CommandHead {
  name: CommandName;
  /** Bank codes are not customer data, so access to them can be set separately. */
  about: 'transfers' | 'banks';
}

/** A person's query, as the route's listener has read it from the Slack payload. */
export interface Query {
  command: CommandHead;
  text: string;
  /**
   * Whether `text` is the name of a file, which is read from Slack before anything is looked up.
   */
  isFile?: true;
  /** The action of the "Ask Again" button; if omitted, the button runs the command with `text`. */
  again?: ButtonAction | undefined;
  /** The answer's first line, in mrkdwn: how the bot understood the query, if that is not plain. */
  firstLine?: string | undefined;
  /** The transactions that the query names: `it` is these next. Omit it to leave that as it is. */
  subject?: Subject | undefined;
  /** The transactions that the query chose those from. */
  among?: Subject | undefined;
  /** Words that the person may have wanted looked up too, but that the command leaves out. */
  leftOut?: readonly string[] | undefined;
}

/** A command, which answers the intent that `reading/question.ts` has read from a text. */
export interface Command<Intent> extends CommandHead, CommandHelp {
  /** @throws UserError, TransferApiError */
  answer(intent: Intent, answering: Answering): Promise<Reply>;
}

/** The context in which a command answers one request. */
export interface Answering {
  syntax: CommandSyntax;
  /**
   * Words that the person may have wanted looked up too, but that the command leaves out; the
   * answer names them.
   */
  leftOut: readonly string[];
  /** Runs an inquiry for whoever reads the answer. */
  inquire<Input, Found>(inquiry: Inquiry<Input, Found>, input: Input): Promise<Reply>;
}

/** The dependencies of inquiries and listeners. */
export interface Resources {
  services: Services;
  presentation: Presentation;
  /** Reads the files that people send. */
  files: Files;
  /** Searches the messages of a thread. */
  threads: Threads;
}

/**
 * Runs an inquiry: finds the result, masks it if its place is public, and draws the reply. The
 * reply states whether it is masked, since `SlackRequest` posts no other.
 */
export async function inquire<Input, Found>(
  inquiry: Inquiry<Input, Found>,
  input: Input,
  reader: Reader,
  { services, presentation }: Pick<Resources, 'services' | 'presentation'>,
): Promise<Reply> {
  const { isPublic } = reader.place;
  // A watch or list that begins with an answer for the asker alone reports to them, not the thread.
  const asker = isPublic ? reader.asker : { ...reader.asker, threadTs: undefined };

  const found = await inquiry.find(input, services, asker);
  const readable = isPublic ? inquiry.forChannel(found, presentation.shareAccountNumbers) : found;
  const recentLookUps = inquiry.recentLookUps?.(readable) ?? [];

  return {
    ...inquiry.show(readable, reader, presentation),
    isMasked: isPublic,
    recentLookUps,
  };
}

/** The help text of a command. */
interface CommandHelp {
  name: CommandName;
  usage: string;
  /** One line, the same as the command's description in manifest.yml. */
  summary: string;
  examples: readonly [string, ...string[]];
}

/**
 * Builds the help: one line per command, in the syntax of the conversation, and the ways to ask
 * without a command.
 */
export function helpReply(
  commands: readonly CommandHelp[],
  { at, write }: CommandSyntax,
  place: Place,
): Reply {
  const lines = commands.map(({ name, usage, summary, examples: [example] }) => {
    const form = code(write(`${name} ${usage}`));
    const sample = code(write(`${name} ${example}`));
    return `${form} ${escapeMrkdwn(summary)}: ${sample}`;
  });
  // A slash command takes no file.
  const hundreds = at === 'slash' ? '' : 'Send a CSV for hundreds. ';
  const ways = [
    'Paste whole messages, tables or links; several at once, too.',
    'On a message: More actions → *Look Up References*. Anywhere: the shortcut *Find a Bank Code*.',
    'In a thread: any update? · requery · watch it · who is on it.',
    `${hundreds}${code(write('txn watch GARO-8f3k2j1'))} tells you of changes, ${code(write('txn open'))} what the team has open.`,
  ];
  const text = [...lines, ...ways].join('\n');
  const notes = [whoReads(at, place), 'everything is read-only', `version ${version}`];

  return withoutCustomer(message(text, [section(text), context(notes)]));
}

function whoReads(at: CommandSyntax['at'], { isPublic }: Place): string | undefined {
  if (at === 'slash') return 'in a thread, mention me instead';
  if (at === 'direct message') return 'what you ask is logged';
  // If only the asker can read the answer to a mention, the answer already says that.
  return isPublic ? 'answers here are shortened: everybody reads them' : undefined;
}

/** The slash commands without slash and suffix, in the order in which help lists them. */
const slashCommands = ['txn', 'tsq', 'bank'] as const satisfies readonly CommandName[];

export type CommandNames = ReturnType<typeof commandNames>;

/**
 * Creates the functions that write and recognise commands; nothing else knows how commands are
 * written. The suffix tells two installations in one workspace apart, `/txn-staging` from `/txn`,
 * and also ends the app's name.
 */
export function commandNames(suffix: string) {
  let bot = appName(suffix);
  const slash: CommandSyntax = {
    at: 'slash',
    write: (words) => `/${words.replace(/^\S+/, (name) => name + suffix)}`,
  };
  const mention: CommandSyntax = { at: 'mention', write: (words) => `@${bot} ${words}` };
  const directMessage: CommandSyntax = { at: 'direct message', write: (words) => words };

  return {
    slash,
    mention,
    directMessage,
    /**
     * Sets the bot's name to the one that Slack states, since an installation may give the bot any
     * name.
     */
    callBot(name: string): void {
      bot = name;
    },
    /**
     * Returns the command that a word names. With the suffix `-staging`, `*Txn*,` and `txn-staging`
     * name `txn`; `bank-notes` names no command, nor does `txn-live`, which belongs to another
     * installation. With a slash, one typo is allowed: `/bnk`, `/tx`.
     * @param word the first word of a text
     */
    recognise(word: string): CommandName | undefined {
      const small = word.toLowerCase();
      const bare = stripEnds(small, punctuation, punctuation);
      const isNamed = (name: CommandName) =>
        name === bare || name + suffix === small.replace('/', '');
      const isMistyped = (name: CommandName) =>
        small.startsWith('/') && countSlips(name, bare) === 1;

      return slashCommands.find(isNamed) ?? slashCommands.find(isMistyped);
    },
  };
}

/** The app's name in its manifest. */
export function appName(suffix: string): string {
  return `txnbot${suffix}`;
}
