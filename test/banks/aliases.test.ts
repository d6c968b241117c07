import { describe, expect, it } from 'vitest';
import { knownBanks } from '../../src/banks/aliases.ts';
import { spell } from '../../src/banks/spelling.ts';

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('the table of aliases', () => {
  it('has six digits for every institution, and three for those of the other scheme, each once', () => {
    for (const { code, threeDigits } of knownBanks) {
      expect(code).toMatch(/^\d{6}$/);
      if (threeDigits) expect(threeDigits).toMatch(/^\d{3}$/);
    }
    expect(repeated(knownBanks.map(({ code }) => code))).toEqual([]);
    expect(repeated(knownBanks.flatMap(({ threeDigits }) => threeDigits || []))).toEqual([]);
  });

  it('has no alias that two claim, and none that is empty or the name itself', () => {
    expect(repeated(knownBanks.flatMap(({ aliases }) => aliases.map((alias) => spell(alias).full)))).toEqual([]);
    for (const { name, aliases } of knownBanks)
      for (const alias of aliases) expect(['', spell(name).full]).not.toContain(spell(alias).full);
  });
});
