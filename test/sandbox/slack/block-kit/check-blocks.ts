import type { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { type Surface, surfaces } from './blocks.ts';
import { isRecord, walk } from './walk.ts';

/** Why Slack would answer `invalid_blocks`, one sentence each. */
export function checkBlocks(blocks: unknown, surface: Surface = 'message'): string[] {
  const parsed = surfaces[surface].safeParse(blocks, { reportInput: true });
  const problems = (parsed.error?.issues ?? []).map((issue) => describeIssue(issue, blocks));
  if (!Array.isArray(blocks)) return problems;
  return [
    ...problems,
    ...findRepeatedIds(blocks),
    ...checkSurface(blocks, surface),
    ...checkTables(blocks),
  ];
}

function findRepeatedIds(blocks: readonly unknown[]): string[] {
  const problems: string[] = [];
  const blockIds = new Set<string>();
  blocks.forEach((block, index) => {
    // Slack wants an action_id to be unique within its block only: rows of buttons may share one.
    const actionIds = new Set<string>();
    walk(block, (node, path) => {
      if (path === '') noteId(blockIds, node.block_id, `blocks[${index}] repeats the block_id`);
      noteId(actionIds, node.action_id, `blocks[${index}] ${path} repeats the action_id`);
    });
  });
  return problems;

  function noteId(seen: Set<string>, id: unknown, problem: string): void {
    if (typeof id !== 'string') return;
    if (seen.has(id)) problems.push(`${problem} "${id}"`);
    seen.add(id);
  }
}

const tableTypes: unknown[] = ['table', 'data_table'];

function checkTables(blocks: readonly unknown[]): string[] {
  const tables: unknown[] = [];
  walk(blocks, (node) => {
    if (tableTypes.includes(node.type)) tables.push(node);
  });
  const { tables: most, tableText } = slackLimits.message;
  const problems =
    tables.length > most ? [`blocks has ${tables.length} tables; Slack takes at most ${most}`] : [];
  let length = 0;
  walk(tables, (node) => {
    if (typeof node.text === 'string') length += node.text.length;
  });
  if (length > tableText)
    problems.push(`blocks has ${length} characters in tables; Slack takes at most ${tableText}`);
  return problems;
}

/** As `blocks.validate` tells it. */
export interface Mistake {
  /** A JSON pointer, `/2/elements/1`. */
  readonly pointer: string;
  readonly code: 'missing_field' | 'unknown_field' | 'failed_constraint';
  readonly message: string;
}

/** Where the blocks of a message or a view are not what Slack takes. */
export function findMistakes(blocks: unknown, surface: Surface = 'message'): Mistake[] {
  const { error } = surfaces[surface].safeParse(blocks, { reportInput: true });
  return (error?.issues ?? []).map((issue) => ({
    pointer: ['/blocks', ...issue.path.map(String)].join('/'),
    code: codeOf(issue),
    message: describeProblem(issue),
  }));
}

function codeOf(issue: z.core.$ZodIssue): Mistake['code'] {
  if (issue.code === 'unrecognized_keys') return 'unknown_field';
  const isMissing = 'input' in issue && issue.input === undefined && issue.code !== 'custom';
  return isMissing ? 'missing_field' : 'failed_constraint';
}

/** What an element may be only on some surfaces. */
function checkSurface(blocks: readonly unknown[], surface: Surface): string[] {
  const problems: string[] = [];
  blocks.forEach((block, index) => {
    if (surface === 'modal' && isRecord(block) && block.type === 'input') return;
    walk(block, ({ response_url_enabled: isEnabled }, path) => {
      if (isEnabled === true)
        problems.push(
          `${placeOf(index, path)} has response_url_enabled, for which Slack wants a modal's input block`,
        );
    });
  });
  return problems;
}

const placeOf = (index: number, path: string) => `blocks[${index}] ${path}`.trimEnd();

/**
 * What Slack would draw, but as something nobody meant: pings, and outside text read as mark-up.
 * @param isForOne whether one person alone reads it; there a mention of another pings nobody
 */
export function checkMentions(blocks: readonly unknown[], isForOne: boolean): string[] {
  const problems: string[] = [];
  blocks.forEach((block, index) => {
    walk(block, ({ type, text }, path) => {
      if (type === 'mrkdwn' && typeof text === 'string')
        problems.push(
          ...checkMrkdwn(text, isForOne).map((problem) => `${placeOf(index, path)} ${problem}`),
        );
    });
  });
  return problems;
}

/** Those that the bot writes; Slack knows more. */
const dateTokens = new Set(['date_short_pretty', 'time', 'time_secs']);

/**
 * What is wrong with the `<…>` tokens of a mrkdwn text. Slack would take such a text all the same,
 * and ping, link or swallow what stands between the brackets: a sign that outside text was not
 * escaped.
 */
export function checkMrkdwn(text: string, mayMention = false): string[] {
  return [...text.matchAll(/<([^<>]*)>|</g)].flatMap(([token, inside]) => {
    const problem = inside === undefined ? 'an unescaped <' : checkToken(inside, mayMention);
    return problem ? [`has ${problem}${inside === undefined ? '' : `: ${token}`}`] : [];
  });
}

function checkToken(inside: string, mayMention: boolean): string | undefined {
  if (mayMention && /^@[UW][A-Z0-9]+$/.test(inside)) return undefined;
  if (/^(@|!(channel|here|everyone|group|subteam)\b)/.test(inside)) return 'a ping';
  if (/^!date\b/.test(inside)) return isDate(inside) ? undefined : 'a malformed date';
  if (/^(https?:\/\/|mailto:|tel:)[^|\s]+(\|[^|]+)?$/.test(inside)) return undefined;
  if (/^#[CG][A-Z0-9]+(\|[^|]*)?$/.test(inside)) return undefined;
  return 'an unescaped <…>';
}

/**
 * `!date^UNIX_SECONDS^FORMAT|FALLBACK`, with a link between format and fallback if there is one.
 */
function isDate(inside: string): boolean {
  const format = /^!date\^\d+\^([^^|]+)(?:\^https?:\/\/[^|]+)?\|[^|]+$/.exec(inside)?.[1];
  const tokens = [...(format ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
  return tokens.length > 0 && tokens.every((name) => dateTokens.has(name));
}

type Issue = z.core.$ZodIssue;

/**
 * One sentence for the person who looks at the sandbox: where it is, what is there, what Slack
 * takes.
 */
export function describeIssue(issue: Issue, blocks: unknown): string {
  return `${describePath(issue.path, blocks)} ${describeProblem(issue)}`;
}

/**
 * `blocks[2] (section) fields[0].text`; a path from the message's own top when it is not in a
 * block.
 */
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
  const steps = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
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
      return issue.input === undefined
        ? 'is missing'
        : `must be ${issue.values.map(String).join(' or ')}`;
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
