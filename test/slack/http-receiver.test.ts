import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';

let app: RunningApp;
beforeEach(async () => {
  app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1' } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.stop();
});

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const unsigned = (payload: unknown) => signedPost(app.requestUrl, 'a secret of somebody else', payload);
const refused = { status: 401, text: '' };

describe('what nobody signed', () => {
  it.each<[string, unknown]>([
    ['a body', { canary: 1 }],
    ['a form', form({ payload: '{"canary":1}' })],
  ])('is refused before %s of JSON is parsed', async (_what, payload) => {
    const request = unsigned(payload);
    const parse = vi.spyOn(JSON, 'parse');
    expect(await send(request)).toEqual(refused);
    expect(parse.mock.calls.filter(([text]) => text.includes('canary'))).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['JSON', { ssl_check: '1' }],
    ['JSON in a form', form({ payload: '{"ssl_check":"1"}' })],
    ['a value', form({ text: '&ssl_check=1' })],
    ['another number', form({ ssl_check: '12' })],
  ])('is no check of the certificate as %s', async (_what, payload) => {
    expect(await send(unsigned(payload))).toEqual(refused);
  });

  it('is heard as a check of the certificate, and as nothing that comes with it', async () => {
    const event = {
      event: { type: 'message', channel_type: 'im', channel: 'D1', user: 'U1', text: 'help', ts: '1.0' },
    };
    const payload = JSON.stringify(event);
    expect(await send(unsigned(form({ token: 'x', ssl_check: '1', payload })))).toEqual({ status: 200, text: '' });
    await app.bot.inFlight.settled();
    expect(app.audit).toEqual([]);
  });
});
