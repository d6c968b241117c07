import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { createStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

/** The process as production starts it, with an audit log in a file. */
async function prepare(test: TestContext) {
  const folder = temporaryFolder(test);
  const { slack, service, answers, start } = await createStandIns(test);
  const auditLog = path.join(folder, 'audit.log');
  return {
    slack,
    service,
    answers: () => answers().map(({ text }) => text),
    start: (env: Record<string, string> = {}) => start('http', { AUDIT_LOG: auditLog, ...env }),
    audited: () =>
      readFileSync(auditLog, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line)),
  };
}

describe.concurrent('the audit log of a process', () => {
  it('on a stdout that is gone ends the process, for another one to be started', async (test) => {
    const { slack, answers, start } = await prepare(test);
    const { process: child, ended } = await start({ AUDIT_LOG: 'stdout' });
    child.stdout?.destroy();
    void slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    expect(await ended).toBe(1);
    expect(answers()).toEqual([]);
  });

  it('on a stdout that nobody reads takes the answers with it until it is read again, and holds nothing up', async (test) => {
    const { slack, answers, start } = await prepare(test);
    const { process: child, lines, healthUrl } = await start({ AUDIT_LOG: 'stdout', RATE_LIMIT_PER_MINUTE: '1000' });
    const ask = () => slack.sendCommand({ command: '/bank', text: 'what no bank is called '.repeat(60) });
    child.stdout?.pause();
    await waitFor(async () => {
      await Promise.all(Array.from({ length: 20 }, ask));
      expect(answers().at(-1)).toContain('the audit log cannot be written');
    });
    expect((await fetch(`${healthUrl}/healthz`)).status).toBe(200);
    child.stdout?.resume();
    await waitFor(async () => {
      await ask();
      expect(answers().at(-1)).not.toContain('audit log');
    });
    const answered = answers().filter((text) => !text.includes('audit log'));
    const audited = () => lines.filter((line) => line.includes('"event":"audit"') && !line.includes('unaudited'));
    await waitFor(() => expect(audited().length).toBeGreaterThanOrEqual(answered.length));
  });
});

describe.concurrent('a stop that has to cut', () => {
  it('tells who was told to wait that there will be no answer, and ends with 0', async (test) => {
    const { slack, service, answers, start, audited } = await prepare(test);
    const { process: child, ended } = await start({ TRANSFER_API_TIMEOUT_MS: '60000' });
    const asked = slack.sendCommand({ command: '/txn', text: 'GARO-9h4n9u1' });
    await waitFor(() => expect(service.requests).toHaveLength(1));
    child.kill('SIGTERM');
    await asked;
    expect(answers()).toEqual([expect.stringMatching(/^Still waiting/)]);
    expect(await ended).toBe(0);
    expect(answers().filter((text) => text.includes('this bot restarted before there was an answer'))).toHaveLength(1);
    expect(audited()).toEqual([expect.objectContaining({ outcome: 'cut_short', asked: 'GARO-9h4n9u1' })]);
  });
});

describe.concurrent('a stop while a request is still arriving', () => {
  it('acks it, and brings the answer that it was too late', async (test) => {
    const { slack, answers, start } = await prepare(test);
    const { process: child, ended, requestUrl, onLine } = await start();
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    const [card] = slack.messages.filter(({ author }) => author === 'bot');
    // The way there holds back the body until the bot, which has begun to read, is stopping.
    const slowWay = createServer((fromSlack) => {
      const toBot = connect(Number(new URL(requestUrl).port), '127.0.0.1');
      for (const end of [toBot, fromSlack]) end.on('error', () => {});
      toBot.pipe(fromSlack);
      toBot.once('data', () => child.kill('SIGTERM'));
      fromSlack.once('data', (request) => {
        fromSlack.pause();
        const [head, body = ''] = request.toString().split('\r\n\r\n');
        toBot.write(`${head}\r\nexpect: 100-continue\r\n\r\n`);
        onLine((line) => {
          if (!line.includes('stopping')) return;
          toBot.write(body);
          fromSlack.pipe(toBot);
        });
      });
    }).listen(0, '127.0.0.1');
    await once(slowWay, 'listening');
    slack.deliverTo(requestUrl.replace(/:\d+/, `:${(slowWay.address() as AddressInfo).port}`));
    slack.setFailure('response_url', { status: 500 }, 1); // so that the answer takes a second try
    const click = await slack.pressButton({ messageId: card?.id ?? '', actionId: 'txn:note' });
    slowWay.close();
    expect(click).toMatchObject({ outcome: 'acked' });
    expect(await ended).toBe(0);
    expect(answers().at(-1)).toMatch(/is just restarting/);
  });
});
