import fc from 'fast-check';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/signature.ts';
import { describe, expect, it } from 'vitest';
import { isSigned, signatureOf } from '../../src/slack/http.ts';
import { anyCharacter } from '../support/any-character.ts';

const nowMs = Date.UTC(2026, 10, 22);
const now = nowMs / 1000;
const v0 = `v0=${'0a'.repeat(32)}`;
const at = (timestamp: string, signature = v0) =>
  signatureOf({ 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature }, nowMs);

describe('the headers of a request', () => {
  it.each([0, 299, 300, -299, -300])('are good %i seconds from now', (seconds) => {
    expect(at(String(now + seconds))).toEqual({ timestamp: String(now + seconds), signature: v0 });
  });

  it.each([301, -301, 86_400, -86_400])('are not %i seconds from now', (seconds) => {
    expect(at(String(now + seconds))).toBeUndefined();
  });

  it.each([
    '',
    'NaN',
    'Infinity',
    '1e99',
    `${now}.0`,
    `0${now}`,
    ` ${now}`,
    `+${now}`,
    `0x${now.toString(16)}`,
    '17635',
  ])('are none with the time %j', (timestamp) => {
    expect(at(timestamp)).toBeUndefined();
  });

  it.each(['', 'v0=', v0.slice(0, -1), `${v0}0`, `${v0}=again`, v0.replace('v0', 'v1'), v0.toUpperCase(), ` ${v0}`])(
    'are none with the signature %j',
    (signature) => {
      expect(at(String(now), signature)).toBeUndefined();
    },
  );

  it('are none when they are missing', () => {
    expect(signatureOf({}, nowMs)).toBeUndefined();
    expect(signatureOf({ 'x-slack-signature': v0 }, nowMs)).toBeUndefined();
    expect(signatureOf({ 'x-slack-request-timestamp': String(now) }, nowMs)).toBeUndefined();
  });
});

describe('a signature', () => {
  const signed = (body: string, secret: string) => {
    const { 'x-slack-signature': signature = '', 'x-slack-request-timestamp': timestamp = '' } = signatureHeaders(
      body,
      secret,
      nowMs,
    );
    return { signature, timestamp };
  };

  it('is good for the bytes, the time and the secret that it was made with, and for no other', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ minLength: 1 }), (body, secret) => {
        const given = signed(body, secret);
        const bytes = Buffer.from(body);
        expect(isSigned(bytes, given, secret)).toBe(true);
        expect(isSigned(Buffer.concat([bytes, Buffer.from(' ')]), given, secret)).toBe(false);
        expect(isSigned(bytes, { ...given, timestamp: String(now + 1) }, secret)).toBe(false);
        expect(isSigned(bytes, given, `${secret}x`)).toBe(false);
      }),
    );
  });
});
