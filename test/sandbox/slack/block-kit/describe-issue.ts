import type { z } from 'zod';
import { isRecord } from '../is-record.ts';

type Issue = z.core.$ZodIssue;

/** One sentence for the person who looks at the sandbox: where it is, what is there, what Slack takes. */
export function describeIssue(issue: Issue, blocks: unknown): string {
  return `${describePath(issue.path, blocks)} ${describeProblem(issue)}`;
}

/** `blocks[2] (section) fields[0].text`; a path from the message's own top when it is not in a block. */
function describePath(path: Issue['path'], blocks: unknown): string {
  const [index, ...inside] = path;
  if (typeof index !== 'number') return 'blocks';
  const block: unknown = Array.isArray(blocks) ? blocks[index] : undefined;
  const type = isRecord(block) && typeof block.type === 'string' ? ` (${block.type})` : '';
  const steps = describeSteps(inside);
  return `blocks[${index}]${type}${steps ? ` ${steps}` : ''}`;
}

/** `fields[0].text` */
export function describeSteps(path: Issue['path']): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return steps.replace(/^\./, '');
}

/** Without the place. */
export function describeProblem(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      return `${describeSize(issue.input)}; Slack takes at most ${count(issue.maximum)}`;
    case 'too_small':
      return issue.minimum === 1 ? 'is empty' : `is below ${count(issue.minimum)}`;
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be of type ${issue.expected}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${issue.values.map(String).join(' or ')}`;
    case 'unrecognized_keys':
      return `has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which Slack does not take here`;
    case 'invalid_union':
      return `is ${JSON.stringify(isRecord(issue.input) ? issue.input.type : issue.input)}, which Slack does not take here`;
    default:
      return issue.message;
  }
}

function describeSize(input: unknown): string {
  if (typeof input === 'string') return `has ${count(input.length)} characters`;
  return Array.isArray(input) ? `has ${count(input.length)} entries` : `is ${String(input)}`;
}

function count(value: number | bigint): string {
  return value.toLocaleString('en');
}
