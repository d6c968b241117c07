import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Institution } from '../search/made-up-list.ts';

export interface Surroundings {
  slackApiUrl: string;
  transferBaseUrl: string;
  responseUrlOf(id: string): string;
  /** Final answers that came by response_url, by the id in it; waiting lines are counted apart. */
  posts: Map<string, string[]>;
  /** How long the transfer service takes. */
  delayMs: number;
  /** How many fields of a record the interface does not describe. */
  unknownFields: number;
  upstream: { now: number; most: number; total: number };
  close(): void;
}

/** A Slack and a transfer service that cost as little as they can, in the process of the bench. */
export async function createSurroundings(institutions: readonly Institution[]): Promise<Surroundings> {
  const upstream = { now: 0, most: 0, total: 0 };
  const posts: Surroundings['posts'] = new Map();
  const person = { id: 'U0BENCH', team_id: 'T0BENCH', deleted: false, is_bot: false };

  const slack = await listen((url, body) => {
    const [, id] = /^\/commands\/(.+)$/.exec(url) ?? [];
    if (id !== undefined) posts.set(id, [...(posts.get(id) ?? []), String(JSON.parse(body).text)]);
    return {
      ok: true,
      user_id: 'U0BOT',
      bot_id: 'B0BOT',
      team_id: 'T0BENCH',
      user: person,
      channel: { is_ext_shared: false },
      bot: { app_id: 'A0BENCH' },
    };
  });
  const state = { delayMs: 0, unknownFields: 0 };
  const service = await listen(async (url, _body, response) => {
    upstream.now += 1;
    upstream.total += 1;
    upstream.most = Math.max(upstream.most, upstream.now);
    response.once('close', () => {
      upstream.now -= 1; // answered, or given up
    });
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    if (url.endsWith('/banks')) return { success: true, message: 'ok', data: institutions };
    return {
      success: true,
      message: '',
      data: { ...recordOf(decodeURIComponent(url.split('/').at(-1) ?? '')), ...unknown(state.unknownFields) },
    };
  });
  return Object.assign(state, {
    slackApiUrl: `${slack.url}/api/`,
    transferBaseUrl: service.url,
    responseUrlOf: (id: string) => `${slack.url}/commands/${id}`,
    posts,
    upstream,
    close() {
      for (const { server } of [slack, service]) {
        server.closeAllConnections();
        server.close();
      }
    },
  });
}

function unknown(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`providerField${index}`, `value ${index}`]));
}

function recordOf(reference: string) {
  return {
    id: 19253,
    status: 'successful',
    amount: '25000.00',
    reference,
    transactionTypeName: 'bank_transfer',
    destinationAccountName: 'Jane Doe',
    destinationAccountNumber: '0123456789',
    destinationBankName: 'GTBANK PLC',
    destinationBankCode: '000013',
    sessionId: '100004240926153311119822107551',
    reversedFlag: 0,
    createdAt: 1_758_897_189_000,
  };
}

async function listen(
  answer: (url: string, body: string, response: ServerResponse) => unknown,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      const text = JSON.stringify(await answer(request.url ?? '', body, response));
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
