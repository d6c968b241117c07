import { readFileSync } from 'node:fs';
import { deriveQueries } from '../search/derive-queries.ts';
import { type Institution, madeUpList } from '../search/made-up-list.ts';
import { seededRandom, shuffled } from '../search/random.ts';

export interface Questions {
  institutions: readonly Institution[];
  /** What is asked of `/bank`, in turn. */
  texts: readonly string[];
  /** Of all kinds, in no order. When they are thousands, each answer is forgotten before it is asked for again. */
  forgotten: readonly string[];
}

const listSize = 798;
const perKind = 30;

/**
 * Questions of many kinds: whole names and parts of them, slips, codes, names of no bank.
 * @param files JSON: institutions as the transfer service lists them, and questions as texts or as `{ query }`
 */
export function questionsFor(files: { institutions?: string | undefined; questions?: string | undefined }): Questions {
  const institutions: readonly Institution[] =
    files.institutions === undefined ? madeUpList(listSize, 1) : read(files.institutions);
  const asked: readonly (string | { query: string })[] =
    files.questions === undefined ? deriveQueries(institutions, perKind, 1) : read(files.questions);
  return {
    institutions,
    texts: asked.map((question) => (typeof question === 'string' ? question : question.query)),
    forgotten: shuffled(seededRandom(1), deriveQueries(institutions, institutions.length, 1)).map(({ query }) => query),
  };
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}
