import { describe, expect, it } from 'vitest';
import { messageOf, readBody } from '../../src/transfer-service/bodies.ts';

describe('a body', () => {
  it('is the envelope with what else stands in it', () => {
    expect(readBody('{"success":true,"message":"Done","data":{"a":"1"},"page":"2"}')).toEqual({
      kind: 'envelope',
      success: true,
      message: 'Done',
      data: { a: '1' },
      rest: { page: '2' },
      withheld: [],
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['{"code":"7"}', { message: { code: '7' } }],
    ['null', {}],
  ])('keeps a message that is no text with what else stands in it: %s', (message, rest) => {
    const body = readBody(`{"success":true,"message":${message},"data":null}`);
    expect(body).toMatchObject({ kind: 'envelope', message: undefined, data: null });
    expect(body).toHaveProperty('rest', rest);
  });

  it('without a message holds none', () => {
    expect(readBody('{"success":true,"data":1}')).toHaveProperty('rest', {});
  });

  it.each(['[1]', '"text"', '{"success":"yes"}', 'null'])('is JSON without an envelope: %s', (text) => {
    expect(readBody(text).kind).toBe('json');
  });

  it('counts the last of two fields of one name', () => {
    expect(readBody('{"status":"pending","status":"failed"}')).toMatchObject({ value: { status: 'failed' } });
  });

  it.each(['', '<html>', '{"a":'])('is unreadable when it is no JSON: %j', (text) => {
    expect(readBody(text)).toEqual({ kind: 'unreadable' });
  });
});

describe("the service's words", () => {
  it.each([
    ['{"success":false,"message":"No such thing"}', 'No such thing'],
    ['{"success":false,"message":""}', undefined],
    ['{"message":"Cannot GET /v1"}', 'Cannot GET /v1'],
    ['{"message":""}', undefined],
    ['{"message":["a"]}', undefined],
    ['{"error":"x"}', undefined],
    ['["message"]', undefined],
    ['<html>', undefined],
  ])('of %s are %s', (text, words) => {
    expect(messageOf(readBody(text))).toBe(words);
  });
});
