import { expect, it } from 'vitest';
import { readCommand } from '../../src/reading/question.ts';
import { createReferences } from '../../src/reading/references.ts';
import { heldBack, morePastes, type Paste, pastes } from '../fixtures/pastes.ts';

const all = [...pastes, ...heldBack, ...morePastes];
const references = createReferences();

/** What is asked for by a text behind `/txn`, references before identifiers. */
function askedBy(text: string): string[] {
  const { intent } = readCommand('txn', text, references);
  return 'requeries' in intent ? [...intent.references, ...intent.requeries] : [];
}

function wanted({ text, references: found = [], identifiers = [] }: Paste): string[] {
  const isRequeried = found.length > 0 && /requery \d/.test(text); // words that say so
  return [...found, ...(isRequeried ? identifiers : [])];
}

it('there are enough of them, and of those that hold none', () => {
  expect(all.length).toBeGreaterThanOrEqual(1_200);
  expect(all.filter((paste) => wanted(paste).length === 0).length).toBeGreaterThanOrEqual(40);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
});

it('of a paste behind /txn its references are asked for, and nothing else', () => {
  const misses = all.filter((paste) => askedBy(paste.text).join(' ') !== wanted(paste).join(' '));
  expect(misses).toEqual([]);
});

it('the identifiers of a paste are seen', () => {
  const several = all.filter((paste) => paste.references?.length !== 1);
  const misses = several.filter(
    ({ text, identifiers = [] }) => references.inTalk(text).identifiers.join(' ') !== identifiers.join(' '),
  );
  expect(misses).toEqual([]);
});

it('an answer says what was read where that was not written so', () => {
  const rows: [text: string, mended: string | undefined][] = [
    ['GARO- 6t2x8q1', 'txn GARO-6t2x8q1'],
    ['is GARO\u20116t2x8q1 done', 'txn GARO-6t2x8q1'],
    ['GARO-6t2x8q1_late pls', 'txn GARO-6t2x8q1'],
    ['GARO- 6t2x8q1 and GARO-3w9n5c2', 'txn GARO-6t2x8q1 GARO-3w9n5c2'],
    ['watch GARO -6t2x8q1', 'txn watch GARO-6t2x8q1'],
    ['GARO-6t2x8q1', undefined],
    ['garo-6t2x8q1', undefined],
    ['Ref No. *GARO-6t2x8q1*,', undefined],
    ['"GARO-6t2x8q1".', undefined],
    ['GARO-6t2x8q1 and GARO-3w9n5c2', undefined],
    ['watch GARO-6t2x8q1', undefined],
  ];
  expect(rows.map(([text]) => [text, readCommand('txn', text, references).mended])).toEqual(rows);
});
