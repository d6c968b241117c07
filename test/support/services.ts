import pLimit from 'p-limit';
import { createServices } from '../../src/app.ts';
import type { Reply } from '../../src/blocks/blocks.ts';
import { createPresentation, type Reader, type Resources } from '../../src/command.ts';
import { answerQuestion } from '../../src/commands/ask.ts';
import { createEvents } from '../../src/ops/events.ts';
import { readCommand } from '../../src/reading/command-text.ts';
import type { CommandName } from '../../src/reading/question.ts';
import { createStores } from '../../src/stores.ts';
import { loadConfig } from './load-config.ts';
import { logLines } from './log-lines.ts';

/**
 * The real services, asking the transfer service at `baseUrl`, and what the configuration says of
 * answers.
 */
export function resourcesFor(baseUrl: string, env: Record<string, string> = {}): Resources {
  const config = loadConfig({
    SLACK_BOT_TOKEN: 'xoxb-not-used',
    SLACK_SIGNING_SECRET: 'not-used-here',
    TRANSFER_API_BASE_URL: baseUrl,
    TRANSFER_API_TOKEN: 'open-sesame',
    ...env,
  });
  const { logger } = logLines();
  return {
    services: createServices(config, {
      logger,
      events: createEvents(),
      stores: createStores(config, logger),
    }),
    presentation: createPresentation(config),
    files: {
      read: async () => Promise.reject(new Error('Nobody has sent a file.')),
      alone: pLimit(1),
      send: async () => Promise.reject(new Error('There is no Slack.')),
    },
    threads: { search: async () => undefined },
  };
}

/** The answer to a text behind a command, as every door gives it. */
export function runCommand(
  { name }: { name: CommandName },
  text: string,
  reader: Reader,
  resources: Resources,
): Promise<Reply> {
  return answerQuestion(readCommand(name, text, resources.services.references), reader, resources);
}
