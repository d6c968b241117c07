import { describe, expect, it } from 'vitest';
import { createSpellings } from '../../src/command-names.ts';
import { saidIn } from '../../src/middleware/said.ts';

const { slash } = createSpellings('-staging');

const value = (reference: string) => JSON.stringify({ reference, seen: { status: 'pending' } });

describe('what a payload seems to ask', () => {
  it.each<[object, string | undefined, string | undefined]>([
    [{ command: '/txn', text: ' “GARO-1” ' }, 'txn', 'GARO-1'],
    [{ command: '/txn-staging', text: 'GARO-1' }, 'txn', 'GARO-1'],
    [{ command: '/unheard', text: 'of' }, undefined, 'of'],
    [{ action_id: 'txn:refresh', value: value('GARO-1') }, 'txn', 'GARO-1'],
    [{ action_id: 'txn:share', value: value('GARO-"1"') }, 'txn', 'GARO-"1"'],
    [{ action_id: 'txn:share', value: '{"reference":"\\q"}' }, 'txn', '{"reference":"\\q"}'],
    [{ action_id: 'txn:share', value: '7' }, 'txn', '7'],
    [{ action_id: 'tsq:run:0', value: '19253' }, 'tsq', '19253'],
    [{ action_id: 'txn:open', selected_option: { value: 'GARO-1' } }, 'txn', 'GARO-1'],
    [{ action_id: 'bank:picker' }, 'bank', undefined],
    [{ type: 'app_mention', text: '<@U0TXNBOT0> TXN  GARO-1' }, 'txn', 'GARO-1'],
    [{ type: 'app_mention', text: 'bank <@U0TXNBOT0> txn GARO-1' }, 'txn', 'GARO-1'],
    [{ type: 'app_mention', text: '<@U0TXNBOT0> Bank, zenith' }, 'bank', 'zenith'],
    [{ type: 'message', text: '/txn-staging GARO-1' }, 'txn', 'GARO-1'],
    [{ type: 'message', text: '/bank zenith' }, 'bank', 'zenith'],
    [{ type: 'message', text: 'my account 0123456789 is empty' }, undefined, undefined],
    [{ type: 'message', text: 'txnfoo 1' }, undefined, undefined],
    [{ type: 'app_mention', text: '<@U0TXNBOT0> bank-notes for Jane Doe' }, undefined, undefined],
    [{ type: 'message', text: '/txn-live GARO-1' }, undefined, undefined], // another installation's
    [{ type: 'app_home_opened' }, undefined, undefined],
    [{ text: 7, command: [], value: {} }, undefined, undefined],
  ])('%j: %s %s', (payload, command, asked) => {
    expect(saidIn(payload, slash)).toEqual({ command, asked });
  });

  it.each([undefined, null, 'text', []])('is nothing in %j', (payload) => {
    expect(saidIn(payload, slash)).toEqual({ command: undefined, asked: undefined });
  });
});
