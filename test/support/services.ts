import { commandNames } from '../../src/commands/index.ts';
import type { Resources } from '../../src/commands/inquire.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { createPresentation, createServices } from '../../src/services.ts';
import { logLines } from './log-lines.ts';
import { memoryEngine } from './memory-engine.ts';

/** The real services, asking the transfer service at `baseUrl`, and what the configuration says of answers. */
export function resourcesFor(baseUrl: string, env: Record<string, string> = {}): Resources {
  const config = loadConfig({
    SLACK_BOT_TOKEN: 'xoxb-not-used',
    SLACK_SIGNING_SECRET: 'not-used-here',
    TRANSFER_API_BASE_URL: baseUrl,
    TRANSFER_API_TOKEN: 'open-sesame',
    ...env,
  });
  return {
    services: createServices(config, logLines().logger, createMetrics(), memoryEngine()),
    presentation: createPresentation(config, commandNames(config.commandSuffix)),
  };
}
