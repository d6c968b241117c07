import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSlackStandIn, workspace } from 'slack-sandbox';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { anyTransaction } from '../support/any-transaction.ts';
import { startServer } from '../support/http-server.ts';
import { waitFor } from '../support/wait-for.ts';
import { startProcesses } from './processes.ts';

export interface BatchKills {
  /** Rows of the person's file that hold an answer. */
  answered: number;
  /** Requests beyond one for each reference. */
  askedAgain: number;
  /** Results and files that the person has. */
  results: number;
  files: number;
  breaches: readonly string[];
}

const { directMessageId } = workspace;
const fileName = 'complaints.csv';

/** Kills the bundle with −9 at random moments of one batch, and looks whether each row is answered, and told once. */
export async function killBatch(kills: number, count: number): Promise<BatchKills> {
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-kills-'));
  const slack = await createSlackStandIn();
  const service = await startServer(anyTransaction(20));
  const bots = await startProcesses(1, {
    ...botSettings(slack, { baseUrl: service.url, token: 'open-sesame' }),
    STATE_DIR: folder,
    BATCH_USER_GROUPS: workspace.userGroupId,
  });
  slack.deliverTo(bots.requestUrl);
  const references = Array.from({ length: count }, (_, at) => `GARO-1a2b${String(at).padStart(3, '0')}`);
  const asked = () => service.requests.filter(({ url }) => url?.includes('/reference/')).length;
  const until = (isSo: () => boolean, what: string) =>
    waitFor(() => {
      if (!isSo()) throw new Error(`Not in time: ${what}.`);
    });
  try {
    await slack.writeMessage({
      text: '',
      channelId: directMessageId,
      files: [{ name: fileName, content: references.join('\n') }],
    });
    const offer = () => slack.messages.find(({ text }) => text.startsWith(`${count} references in`));
    await until(() => offer() !== undefined, 'the offer');
    await slack.pressButton({ messageId: offer()?.id ?? '', actionId: 'batch:run' });
    for (let killed = 0; killed < kills; killed += 1) {
      const before = asked();
      await until(() => asked() > Math.min(before + 5, count - 1), 'the next rows');
      await sleep(Math.random() * 200);
      await bots.killOne();
    }
    const files = () => slack.files.filter(({ name }) => name === 'complaints-answers.csv');
    await until(() => files().length > 0, 'the file');
    const rows = files().at(-1)?.content.split('\r\n') ?? [];
    const isResult = new RegExp(`^\`${fileName}\`: ${count} successful`);
    return {
      answered: rows.filter((row) => row.includes('"successful"')).length,
      askedAgain: asked() - count,
      results: slack.messages.filter(({ text, author }) => author === 'bot' && isResult.test(text)).length,
      files: files().length,
      breaches: slack.breaches,
    };
  } finally {
    await bots.end();
    await slack.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
