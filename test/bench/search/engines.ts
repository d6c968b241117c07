import uFuzzy from '@leeoniya/ufuzzy';
import { Index } from 'flexsearch';
import Fuse from 'fuse.js';
import { go, prepare } from 'fuzzysort';
import MiniSearch from 'minisearch';
import { createBankIndex } from '../../../src/banks/search.ts';
import { banksIn } from '../../../src/banks/several.ts';
import { readBankQuestion } from '../../../src/reading/bank-question.ts';
import type { Institution } from './made-up-list.ts';

/** Ready to be asked: what was typed in, codes out, best first. */
export type Ask = (query: string) => readonly string[];

/** Each with those of its documented settings that find the most: words begun, misspelt, swapped. */
export const engines: Record<string, (list: readonly Institution[]) => Ask> = {
  txnbot(list) {
    const search = createBankIndex(list);
    return (query) =>
      banksIn(readBankQuestion(query), search).answers.flatMap(({ hits }) =>
        hits.map(({ bank }) => bank.institutionCode),
      );
  },
  'fuse.js'(list) {
    const fuse = new Fuse(list, { keys: ['institutionName', 'institutionCode'], threshold: 0.4, ignoreLocation: true });
    return (query) => fuse.search(query).map(({ item }) => item.institutionCode);
  },
  minisearch(list) {
    const index = new MiniSearch({
      fields: ['institutionName', 'institutionCode'],
      searchOptions: { prefix: true, fuzzy: 0.2 },
    });
    index.addAll(list.map((bank, id) => ({ ...bank, id })));
    return (query) => index.search(query).map(({ id }) => codeAt(list, id));
  },
  uFuzzy(list) {
    const fuzzy = new uFuzzy({ intraMode: 1 });
    const texts = list.map(textOf);
    return (query) => {
      const [found, info, order] = fuzzy.search(texts, query, 1);
      return order ? order.map((at) => codeAt(list, info.idx[at])) : (found ?? []).map((at) => codeAt(list, at));
    };
  },
  fuzzysort(list) {
    const prepared = list.map((bank) => ({ bank, text: prepare(textOf(bank)) }));
    return (query) => go(query, prepared, { key: 'text' }).map(({ obj }) => obj.bank.institutionCode);
  },
  flexsearch(list) {
    const index = new Index({ tokenize: 'full' });
    for (const [id, bank] of list.entries()) index.add(id, textOf(bank));
    return (query) => index.search(query, { suggest: true }).map((id) => codeAt(list, id));
  },
};

function textOf({ institutionName, institutionCode }: Institution): string {
  return `${institutionName} ${institutionCode}`;
}

function codeAt(list: readonly Institution[], id: unknown): string {
  return (typeof id === 'number' ? list[id]?.institutionCode : undefined) ?? '';
}
