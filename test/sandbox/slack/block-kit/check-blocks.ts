import { slackLimits } from '../slack-limits.ts';
import { checkSurface } from './check-surface.ts';
import { describeIssue } from './describe-issue.ts';
import { type Surface, surfaces } from './surfaces.ts';
import { walk } from './walk.ts';

/** Why Slack would answer `invalid_blocks`, one sentence each. */
export function checkBlocks(blocks: unknown, surface: Surface = 'message'): string[] {
  const parsed = surfaces[surface].safeParse(blocks, { reportInput: true });
  const problems = (parsed.error?.issues ?? []).map((issue) => describeIssue(issue, blocks));
  if (!Array.isArray(blocks)) return problems;
  return [...problems, ...findRepeatedIds(blocks), ...checkSurface(blocks, surface), ...checkTables(blocks)];
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
  const problems = tables.length > most ? [`blocks has ${tables.length} tables; Slack takes at most ${most}`] : [];
  let length = 0;
  walk(tables, (node) => {
    if (typeof node.text === 'string') length += node.text.length;
  });
  if (length > tableText) problems.push(`blocks has ${length} characters in tables; Slack takes at most ${tableText}`);
  return problems;
}
