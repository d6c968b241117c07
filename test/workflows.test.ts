import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const workflows = readdirSync('.github/workflows').map((file) => readFileSync(`.github/workflows/${file}`, 'utf8'));

it('every action is a commit, with its version beside it: a tag can be moved', () => {
  const actions = workflows.flatMap((workflow) =>
    [...workflow.matchAll(/\buses: *(.*)$/gm)].map(([, action]) => action),
  );
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
