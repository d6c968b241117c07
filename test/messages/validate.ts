import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSlackClient } from '../../src/doctor/check.ts';
import { SlackApiError } from '../../src/errors.ts';
import { loadConfig } from '../support/load-config.ts';
import { allSamples, type Sample } from './samples.ts';

/**
 * `npm run validate`: has Slack judge every kind of message and window, with the bot token of the
 * environment or of `.env`. Slack limits how many it judges in a minute, so this takes some
 * minutes.
 */
if (existsSync('.env')) process.loadEnvFile();
const notAsked = {
  SLACK_SIGNING_SECRET: 'not-asked',
  TRANSFER_API_BASE_URL: 'https://not-asked.invalid',
  TRANSFER_API_TOKEN: 'not-asked',
};
const client = createSlackClient(loadConfig({ ...notAsked, ...process.env }));

/** What Slack has against it. @throws SlackApiError when Slack does not judge it */
async function objection(sent: Sample['sent']): Promise<string | undefined> {
  try {
    await client.blocks.validate(
      'message' in sent ? { message: { blocks: sent.message.blocks } } : sent,
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof SlackApiError)) throw error;
    const { code, mistakes = [code], retryAfterMs } = error.details;
    if (retryAfterMs === undefined && !code.startsWith('invalid_')) throw error;
    if (retryAfterMs === undefined) return mistakes.join(', ');
    await sleep(retryAfterMs);
    return objection(sent);
  }
}

const samples = [
  ...new Map((await allSamples()).map((sample) => [JSON.stringify(sample.sent), sample])).values(),
];
for (const sample of samples) {
  const why = await objection(sample.sent);
  if (why === undefined) continue;
  process.exitCode = 1;
  console.log(`Slack refuses "${sample.kind}" (${sample.form} form): ${why}`);
}
console.log(`Slack judged ${samples.length} messages and windows.`);
