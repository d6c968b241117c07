import { createSlackStandIn, type SlackStandIn, workspace } from 'slack-sandbox';
import { readManifest, type Sample, startPage } from 'slack-sandbox/page';
import {
  createSampleTransferService,
  merchantFile,
  samples,
  toBankInTrouble,
} from 'slack-sandbox/transfer-service';
import { commandNames } from '../../src/command.ts';
import { botSettings } from './bot-settings.ts';
import { startBot } from './start-bot.ts';

export interface SandboxOptions {
  /** The page's port; 0, the default, takes a free one. */
  port?: number;
  /** A transfer service to ask instead of the sample one. */
  transferApi?: { baseUrl: string; token: string } | undefined;
  /** Further settings of the bot, by the names of its configuration. */
  env?: Record<string, string>;
  /** How long the sample that changes is what it was at first; a minute when it is left out. */
  changesAfterMs?: number;
  /** What the bot is started from. */
  from?: 'sources' | 'bundle';
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

/**
 * All of it on loopback: a transfer service, a stand-in for Slack, the bot unchanged, and a page to
 * talk to it.
 * @throws BotStartError, or what the page's port throws when it is taken; nothing is left running
 *   then.
 */
export async function createSandbox(options: SandboxOptions = {}) {
  const { port = 0, transferApi, env = {}, changesAfterMs, from = 'sources' } = options;
  const toClose: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of toClose.splice(0).reverse()) await step();
  };
  try {
    const [slack, service] = await Promise.all([
      createSlackStandIn(),
      createSampleTransferService({ changesAfterMs }),
    ]);
    toClose.push(slack.close, service.close);
    // The first person may have long lists looked up, and the second may not.
    const settings = {
      ...botSettings(slack, transferApi ?? service),
      BATCH_USER_GROUPS: workspace.userGroupId,
    };
    const bot = await startBot({ ...settings, ...env }, from);
    toClose.push(bot.stop);
    slack.deliverTo(bot.requestUrl);
    if (!transferApi) await beginThread(slack);
    const { slash } = commandNames(env.COMMAND_SUFFIX ?? '');
    const spelled = <T extends { command?: string }>(shown: T): T =>
      shown.command?.startsWith('/')
        ? { ...shown, command: slash.write(shown.command.slice(1)) }
        : shown;
    const { features } = readManifest();
    const page = await startPage({
      slack,
      samples: transferApi ? [] : [...samples, ...conversationSamples].map(spelled<Sample>),
      commands: features.slash_commands.map(spelled),
      shortcuts: features.shortcuts,
      port,
    });
    toClose.push(page.close);
    return { url: page.url, slack, bot, service, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A thread that people began: whoever mentions the bot there need not name the transaction. */
async function beginThread(slack: SlackStandIn): Promise<void> {
  const { personId, otherPersonId: userId } = workspace;
  const { message } = await slack.writeMessage({
    text: 'A customer is on the phone: just paid, and nothing has arrived. It is GARO-5p1d6w8',
    userId,
  });
  const threadTs = message.ts;
  await slack.writeMessage({ text: 'He asks whether we can resend it', userId, threadTs });
  await slack.writeMessage({
    text: 'Mention the bot right here: “any update?”, “requery” or “watch it” will do',
    userId: personId,
    threadTs,
  });
}

/**
 * What people and other apps write in a conversation, to try the doors beside the slash commands.
 */
const conversationSamples: readonly Sample[] = [
  {
    command: '/txn',
    text: 'GARO-8f3k2j1 GARO-7c4m9p2 GARO-5p1d6w8 GARO-2x9f4t7 GARO-6r3v8n5 GARO-3k7w2q9 GARO-4u7k1y9 GARO-0a0a0a0 GARO-5e0r0r1 GARO-2h7m1l1',
    title: 'Ten at once',
  },
  {
    command: '/txn',
    text: toBankInTrouble.map(({ key }) => key).join(' '),
    title: 'A bank in trouble',
  },
  { command: '/txn', text: 'watch GARO-1w8t4c6', title: 'Watch what changes in a minute' },
  { command: '/txn', text: 'watching', title: 'What you watch' },
  { kind: 'mention', command: '@txnbot', text: 'txn GARO-8f3k2j1', title: 'Where everybody reads' },
  { kind: 'mention', command: '@txnbot', text: 'bank zenith', title: 'A bank, in a thread' },
  { kind: 'mention', command: '@txnbot', text: 'txm GARO-8f3k2j1', title: 'A slip of the finger' },
  { kind: 'mention', command: '@txnbot', text: 'help', title: 'Help' },
  {
    kind: 'mention',
    command: '@txnbot',
    text: 'watch GARO-1w8t4c6',
    title: 'Watch, and be told in the thread',
  },
  {
    kind: 'message',
    text: 'Customer of Amara says GARO-5p1d6w8 has not arrived, see also 12345698690885579',
    title: 'A message with references',
  },
  {
    kind: 'alert',
    text: 'Payouts delayed',
    title: 'An alert with references',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Payouts delayed' } },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: 'Waiting for more than 10 minutes: `GARO-5p1d6w8`, `GARO-2x9f4t7`, `GARO-8f3k2j1`',
        },
      },
    ],
  },
  {
    kind: 'alert',
    text: 'A merchant complains: 300 payments. Choose Look Up References on this message',
    title: 'A list of 300',
    files: [merchantFile],
  },
];
