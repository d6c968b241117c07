import type { Check, Finding } from '../check.ts';
import { note, ok, problem } from '../check.ts';

const where = { environment: 'From the environment', file: 'From files', default: 'By default' } as const;

/** Every problem, and where each value comes from. */
export const configuration: Check = {
  name: 'configuration',
  needs: [],
  async run({ inspected: { problems, wrong, sources, unknown, empty, quoted } }) {
    const from = (source: keyof typeof where) =>
      [...sources].flatMap(([name, its]) => (its === source && !wrong.has(name) ? name : []));
    const listed = (['environment', 'file', 'default'] as const).flatMap((source): Finding[] => {
      const names = from(source);
      return names.length > 0 ? [ok(`${where[source]}: ${names.join(', ')}.`)] : [];
    });
    return [
      ...problems.map((wrongly) => problem(`${wrongly}.`, 'Set it as the table of variables in the README says.')),
      ...listed,
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
