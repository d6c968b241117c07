import { RespondError, webApi } from '@slack/bolt';
import { expect, it } from 'vitest';
import { ProxyError } from '../../src/errors.ts';
import { slackApiError } from '../../src/slack/slack-errors.ts';

const platform = (error: string) => new webApi.WebAPIPlatformError({ ok: false, error });
const http = (status: number) => new webApi.WebAPIHTTPError(status, '', {});
const posted = (status: number) => new RespondError('https://hooks.slack.com/canary', status);
const network = (code: string) => Object.assign(new Error('https://hooks.slack.com/canary'), { code });
const request = (code: string) => new webApi.WebAPIRequestError(network(code));
const wrapped = (code: string) => new Error('https://hooks.slack.com/canary', { cause: network(code) });
const behindProxy = new TypeError('canary', { cause: new ProxyError(407) });
const timedOut = Object.assign(new Error('canary'), { name: 'TimeoutError' });

it.each<[unknown, string, string]>([
  [platform('channel_not_found'), 'channel_not_found', 'refused'],
  [new webApi.WebAPIRequestError(timedOut), 'TimeoutError', 'timeout'],
  [posted(400), 'http_400', 'refused'],
  [new webApi.WebAPIRateLimitedError(1), 'ratelimited', 'rate_limited'],
  [http(502), 'http_502', 'http_status'],
  [posted(404), 'http_404', 'http_status'],
  [network('ENOSPC'), 'ENOSPC', 'unreachable'],
  [wrapped('ECONNRESET'), 'ECONNRESET', 'unreachable'],
  [request('ECONNREFUSED'), 'ECONNREFUSED', 'unreachable'],
  [new TypeError('https://hooks.slack.com/canary'), 'TypeError', 'unreachable'],
  [Object.assign(new Error('canary'), { code: 7 }), 'Error', 'unreachable'],
  [new Error('canary', { cause: 'words' }), 'Error', 'unreachable'],
  [new webApi.WebAPIRequestError(behindProxy), 'proxy_407', 'proxy'],
  [behindProxy, 'proxy_407', 'proxy'],
  [new ProxyError('ECONNREFUSED'), 'proxy_ECONNREFUSED', 'proxy'],
  ['canary', 'unknown', 'unreachable'],
  [undefined, 'unknown', 'unreachable'],
])('%o is %j, %s, and keeps no address', (thrown, code, failure) => {
  const error = slackApiError(thrown);
  expect(error.details).toMatchObject({ code, failure });
  expect(slackApiError(error)).toBe(error);
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('canary');
});

it.each<[unknown, string[] | undefined]>([
  [[{ pointer: '/0/text', code: 'missing_field', message: 'canary' }], ['/0/text missing_field']],
  [[null, 'words', { pointer: '/0' }, { pointer: '', code: 'x' }], [' x']],
  [Array(20).fill({ pointer: '/0', code: 'x' }), Array(10).fill('/0 x')],
  [['words'], undefined],
  [[], undefined],
  ['words', undefined],
])('of what is wrong with blocks, %j, it keeps where and which: %j', (errors, mistakes) => {
  const answer = { ok: false, error: 'invalid_blocks', errors };
  const error = slackApiError(new webApi.WebAPIPlatformError(answer));
  expect(error.details.mistakes).toEqual(mistakes);
  expect(JSON.stringify(error)).not.toContain('canary');
});
