import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { JsonObject } from '../../src/transfer-api/schemas.ts';
import type { BlockForm } from '../../src/views/block-form.ts';
import { message } from '../../src/views/blocks.ts';
import { requeryFields } from '../../src/views/requery-fields.ts';
import { shownLines } from '../support/shown.ts';

const shown = (json: string, form: BlockForm = 'current', left?: string) =>
  shownLines(message('x', requeryFields(Object.entries(JsonObject.parse(parse(json))), left, form)));

describe('an answer of an undocumented shape', () => {
  const answer =
    '{"transactionId":12345698690885579,"status":"FAILED","retries":2,"amount":"25000.00","beneficiary":{"name":"Jane Doe","tier":3},"sessionId":"100004","chargeAmount":"10.00","responseMessage":"No funds","steps":[{"at":1}],"nothing":null}';

  it('keeps in sight what became of it, how much, who, and by which names it is known', () => {
    expect(shown(answer)).toEqual([
      '| *Status*\nFAILED',
      expect.stringMatching(/^\| \*Amount\*\n`?25,?000\.00`?$/),
      '| *Beneficiary › Name*\nJane Doe',
      '| *Beneficiary › Tier*\n3',
      '| *Session id*\n`100004`',
      expect.stringMatching(/^\| \*Charge amount\*\n`?10\.00`?$/),
      '| *Response message*\nNo funds',
      '+ 3 more values of the answer',
      '  | *Transaction id*\n`12345698690885579`',
      '  | *Retries*\n2',
      '  *Steps*\n```[\n  {\n    "at": 1\n  }\n]```',
    ]);
  });

  it('keeps the order of the body in the classic form', () => {
    expect(shown(answer, 'classic').map((line) => /\*([^*]+)\*/.exec(line)?.[1])).toEqual([
      ...['Transaction id', 'Status', 'Retries', 'Amount', 'Beneficiary › Name', 'Beneficiary › Tier', 'Session id'],
      ...['Charge amount', 'Response message', 'Steps', undefined],
    ]);
  });

  it.each(['{"a":1,"b":"x"}', '{"status":"FAILED","amount":"1.00"}'])('folds nothing of %s', (json) => {
    expect(shown(json).filter((line) => line.startsWith('+'))).toEqual([]);
    expect(shown(json)).toEqual(shown(json, 'classic'));
  });

  it.each(['reversedFlag', 'is_reversed', 'responseCode', 'responsecode', 'error', 'errors'])('folds no %s', (name) => {
    const lines = shown(JSON.stringify({ status: 'x', [name]: 1, retries: 2 }));
    expect(lines).toHaveLength(4);
    expect(lines[1]?.replaceAll(/[^a-z]/gi, '').toLowerCase()).toBe(name.replace('_', '').toLowerCase());
  });

  it.each<[string, number]>([
    ['many', 60],
    ['long', 20],
  ])('counts as folded what is there, and says in the title when not all of it is shown: %s', (kind, count) => {
    const values = Array.from({ length: count }, (_, at) => [`x${at}`, kind === 'long' ? 'y'.repeat(900) : at]);
    const lines = shown(JSON.stringify({ status: 'x', ...Object.fromEntries(values) }));
    const title = lines.find((line) => line.startsWith('+'));
    const [, told, all] = /^\+ (\d+) of (\d+) more values of the answer$/.exec(title ?? '') ?? [];
    expect(Number(all)).toBe(count);
    expect(Number(told)).toBe(lines.join('\n').match(/\*X\d+\*/g)?.length);
  });

  it('promises no more in the title than is left when the message is too long', () => {
    const long = (name: string, length: number) =>
      Array.from({ length }, (_, at) => [`${name}_${at}`, 'y'.repeat(5_600 / length)]);
    const titles = shown(JSON.stringify(Object.fromEntries([...long('amount', 12), ...long('x', 20)]))).filter((line) =>
      line.startsWith('+'),
    );
    expect(titles).toEqual(['+ 20 more values of the answer, in part']);
  });

  it('says what is shown to nobody', () => {
    expect(shown('{"status":"x","retries":1}', 'current', '1 field withheld: pin').at(-1)).toBe(
      '  ~ 1 field withheld: pin',
    );
    expect(shown('{"status":"x"}', 'current', '1 field withheld: pin').at(-1)).toBe('~ 1 field withheld: pin');
  });
});
