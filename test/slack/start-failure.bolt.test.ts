import { webApi } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { ProxyError } from '../../src/errors.ts';
import { explainLoss, startError } from '../../src/slack/connection.ts';
import { slackApiError } from '../../src/slack/slack-errors.ts';

const platform = (error: string) => slackApiError(new webApi.WebAPIPlatformError({ ok: false, error }));
const sentenceFor = (error: unknown) => startError(error, 'SLACK_BOT_TOKEN').message;
const listening = (code: string) => Object.assign(new Error('listen'), { code, port: 3000 });

describe('why txnbot does not start', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'a token that Slack refuses',
      platform('invalid_auth'),
      /^Slack refused SLACK_BOT_TOKEN \(invalid_auth\)\. Copy it/,
    ],
    ['another word of Slack’s', platform('fatal_error'), /^Slack answered with fatal_error\. Try again;/],
    [
      'no way to Slack',
      slackApiError(new webApi.WebAPIRequestError(Object.assign(new Error('canary'), { code: 'ENOTFOUND' }))),
      /^Slack could not be reached \(ENOTFOUND\)\. Check the way/,
    ],
    [
      'a proxy that answers for Slack',
      slackApiError(new webApi.WebAPIHTTPError(502, 'canary', {})),
      /^Slack could not be reached \(http_502\)\./,
    ],
    [
      'a proxy that refuses',
      slackApiError(new ProxyError(407)),
      /^The proxy of SLACK_PROXY_URL let nothing through to Slack \(proxy_407\)\. Check its address, user and password/,
    ],
    ['a port that is taken', listening('EADDRINUSE'), /^Port 3000 is in use: set PORT or HEALTH_PORT to another/],
    ['a port that is not for everybody', listening('EACCES'), /^Port 3000 may not be used by this user:.* above 1023/],
    ['an address of another machine', listening('EADDRNOTAVAIL'), /^HEALTH_HOST is no address of this machine\.$/],
    ['a name of nothing', listening('ENOTFOUND'), /^HEALTH_HOST is no address of this machine\.$/],
    ['something else', listening('EMFILE'), /^txnbot could not start: listen$/],
    ['an error without a code', new Error('no disk'), /^txnbot could not start: no disk$/],
    ['what is no error', 'words', /^txnbot could not start: words$/],
    ['nothing', undefined, /^txnbot could not start: undefined$/],
  ])('is said in a sentence: %s', (_what, error, sentence) => {
    expect(sentenceFor(error)).toMatch(sentence);
    expect(sentenceFor(error)).not.toContain('canary');
  });

  it('is said once: what has its sentence keeps it', () => {
    const error = startError(platform('invalid_auth'), 'SLACK_APP_TOKEN');
    expect(startError(error, 'SLACK_BOT_TOKEN')).toBe(error);
  });

  it('names a port only when there is one', () => {
    const error = Object.assign(new Error('listen'), { code: 'EADDRINUSE' });
    expect(sentenceFor(error)).toMatch(/^Port {2}is in use/);
  });
});

describe('why txnbot ends', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'a token that Slack refuses by now',
      platform('token_revoked'),
      /^Slack refused SLACK_APP_TOKEN \(token_revoked\)\./,
    ],
    ['no connection', new Error('No connection.'), /^No connection\. Ending, so that .* starts it anew\.$/],
    ['what is no error', 'Words.', /^Words\. Ending, so that/],
  ])('is said in a sentence: %s', (_what, error, sentence) => {
    expect(explainLoss(error)).toMatch(sentence);
  });
});
