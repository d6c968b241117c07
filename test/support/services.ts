import { loadConfig } from '../../src/config.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { createServices, type Services } from '../../src/services.ts';
import { logLines } from './log-lines.ts';

/** The real services, asking the transfer service at `baseUrl`. */
export function servicesFor(baseUrl: string, env: Record<string, string> = {}): Services {
  const config = loadConfig({
    SLACK_BOT_TOKEN: 'xoxb-not-used',
    SLACK_SIGNING_SECRET: 'not-used-here',
    TRANSFER_API_BASE_URL: baseUrl,
    TRANSFER_API_TOKEN: 'open-sesame',
    ...env,
  });
  return createServices(config, logLines().logger, createMetrics());
}
