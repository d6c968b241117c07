import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes the longest, so that nothing is left to run beside it at the end. */
const longest =
  /\/(?:canary|outside-text|process\/(?:watches|redis-takeover|redis|doctor)|state\/redis\/redis-state)\.test\.ts$/;

/** Before a first run nobody knows how long a file takes; vitest then starts with the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const rank = ({ moduleId }: TestSpecification) => (longest.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => order(a) - order(b) || rank(a) - rank(b));
  }
}
