import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBag } from '../src/bag.ts';

it('a bag holds what was added and not taken out, in any order of both', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 60 }), (steps) => {
      const bag = createBag<number>();
      const held: { item: number; remove: () => void }[] = [];
      steps.forEach((step, item) => {
        // Two of three steps add something, the third takes out any of what is held.
        if (step % 3 > 0) held.push({ item, remove: bag.add(item) });
        else for (const { remove } of held.splice(step % (held.length + 1), 1)) remove();
      });
      expect(bag.all.toSorted((one, other) => one - other)).toEqual(held.map(({ item }) => item));
    }),
  );
});
