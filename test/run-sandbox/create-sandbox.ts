import { createSlackStandIn, workspace } from 'slack-sandbox';
import { readManifest, type Sample, startPage } from 'slack-sandbox/page';
import { createSampleTransferService, samples } from 'slack-sandbox/transfer-service';
import { commandNames } from '../../src/commands/command-names.ts';
import { botSettings } from './bot-settings.ts';
import { conversationSamples } from './conversation-samples.ts';
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
 * All of it on loopback: a transfer service, a stand-in for Slack, the bot unchanged, and a page to talk to it.
 * @throws BotStartError, or what the page's port throws when it is taken; nothing is left running then.
 */
export async function createSandbox(options: SandboxOptions = {}) {
  const { port = 0, transferApi, env = {}, changesAfterMs, from = 'sources' } = options;
  const toClose: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of toClose.splice(0).reverse()) await step();
  };
  try {
    const [slack, service] = await Promise.all([createSlackStandIn(), createSampleTransferService({ changesAfterMs })]);
    toClose.push(slack.close, service.close);
    // The first person may have long lists looked up, and the second may not.
    const settings = { ...botSettings(slack, transferApi ?? service), BATCH_USER_GROUPS: workspace.userGroupId };
    const bot = await startBot({ ...settings, ...env }, from);
    toClose.push(bot.stop);
    slack.deliverTo(bot.requestUrl);
    const { slash } = commandNames(env.COMMAND_SUFFIX ?? '');
    const spelled = <T extends { command?: string }>(shown: T): T =>
      shown.command?.startsWith('/') ? { ...shown, command: slash.write(shown.command.slice(1)) } : shown;
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
