import { expect, it } from 'vitest';
import { knownBanks } from '../../src/banks/aliases.ts';
import { spell } from '../../src/banks/spelling.ts';

it('no code, name or alias of the table stands in it twice, and none is empty', () => {
  const names = knownBanks.flatMap(({ code, name, aliases }) => [code, ...new Set([name, ...aliases])]);
  const folded = names.map((name) => spell(name).full);
  // Known both as a bank of its own and as what Access Bank was merged with.
  expect(folded.filter((name, at) => name === '' || folded.indexOf(name) !== at)).toEqual(['diamondbank']);
  for (const { code } of knownBanks) expect(code).toMatch(/^\d{6}$/);
});
