import type { Check, Finding } from '../check.ts';
import { note, ok, problem } from '../check.ts';

const where = { environment: 'From the environment', file: 'From files' } as const;
const table = 'The table of variables in the README says how each is set.';

/** Every problem, and where each value comes from. */
export const configuration: Check = {
  name: 'configuration',
  needs: [],
  async run({ inspected: { problems, wrong, sources, unknown, empty, quoted } }) {
    const from = (source: 'environment' | 'file' | 'default') =>
      [...sources].flatMap(([name, its]) => (its === source && !wrong.has(name) ? name : []));
    const listed = (['environment', 'file'] as const).flatMap((source): Finding[] => {
      const names = from(source);
      return names.length > 0 ? [ok(`${where[source]}: ${names.join(', ')}.`)] : [];
    });
    const last = problems.at(-1);
    return [
      ...problems.slice(0, -1).map((wrongly): Finding => ({ outcome: 'problem', seen: `${wrongly}.` })),
      ...(last === undefined ? [] : [problem(`${last}.`, table)]), // the same advice holds for all of them
      ...listed,
      ok(`By default: the other ${from('default').length}.`),
      ...unknown.map((name) => note(`${name} is set, and txnbot has no such variable.`, 'Check its spelling.')),
      ...empty
        .filter((name) => !wrong.has(name))
        .map((name) => note(`${name} is set to nothing, and counts as not set.`, 'Give it a value, or take it out.')),
      ...quoted.map((name) =>
        note(
          `${name} stands in quotation marks, and they are a part of its value.`,
          "Leave them out: Docker's --env-file, for one, takes every character.",
        ),
      ),
    ];
  },
};
