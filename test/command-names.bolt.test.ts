import { directMessageOf, workspace } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningApp, runApp } from './support/run-app.ts';
import { waitFor } from './support/wait-for.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(COMMAND_SUFFIX: string, env: Record<string, string> = {}): Promise<RunningApp> {
  const service = await createSampleTransferService();
  stops.push(service.close);
  const app = await runApp({ transferApi: service, env: { COMMAND_SUFFIX, ...env } });
  stops.push(app.stop);
  return app;
}

const { personId: userId } = workspace;

describe('with a suffix', () => {
  const suffix = '-staging';

  it('answers its own commands and not those of the installation beside it', async () => {
    const { slack, answers, audit } = await start(suffix);
    await slack.sendCommand({ command: `/txn${suffix}`, text: 'GARO-8f3k2j1' });
    expect(answers().at(-1)?.text).toMatch(/^✓ Successful/);
    await slack.sendCommand({ command: `/tsq${suffix}`, text: 'hello' });
    expect(answers().at(-1)?.text).toContain(`/tsq${suffix} 12345698690885579`);
    await slack.sendCommand({ command: `/bank${suffix}`, text: 'zenith' });
    expect(answers().at(-1)?.text).toContain('zenith');
    expect(audit.map(({ command }) => command)).toEqual(['txn', 'tsq', 'bank']);
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    expect(answers().at(-1)?.text).toContain(`Try \`/txn${suffix} help`);
  });

  it('is found under its own name on Home and in threads, and a copied slash command is understood', async () => {
    const { slack, answers } = await start(suffix);
    await slack.openHome({ userId });
    await waitFor(() => expect(slack.views).toHaveLength(1));
    const shown = JSON.stringify(slack.views[0]?.blocks);
    expect(shown).toContain(`/bank${suffix} zenith`);
    expect(shown).not.toMatch(new RegExp(`/(?:txn|tsq|bank)(?!${suffix})`));
    await slack.writeMessage({ text: `/TSQ${suffix} 19253`, channelId: directMessageOf(userId), userId });
    await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^Requery `19253`/));
  });
});
