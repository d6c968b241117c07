import type { Finding } from './check.ts';
import type { Checked } from './run-checks.ts';

const words: Readonly<Record<Finding['outcome'], string>> = { ok: 'ok', note: 'note', problem: 'PROBLEM' };
const widths = { outcome: 9, name: 15, text: 84 };

/**
 * A table: how it is, what was tried, what was seen; below each, what to do about it.
 * @param scrub takes out what nobody may read; before lines are broken, as a secret may hold blanks
 */
export function reportOf(checked: readonly Checked[], scrub: (text: string) => string): string {
  const lines = checked.flatMap(({ name, findings }) =>
    findings.flatMap(({ outcome, seen, todo }) =>
      linesOf(name, { outcome, seen: scrub(seen), todo: todo === undefined ? undefined : scrub(todo) }),
    ),
  );
  return [...lines, '', summaryOf(checked.flatMap(({ findings }) => findings))].join('\n');
}

function linesOf(name: string, { outcome, seen, todo }: Finding): string[] {
  const [first = '', ...rest] = wrap(seen);
  const indent = ' '.repeat(widths.outcome + widths.name);
  return [
    words[outcome].padEnd(widths.outcome) + name.padEnd(widths.name) + first,
    ...rest.map((line) => indent + line),
    ...(todo === undefined ? [] : wrap(`→ ${todo}`)).map((line) => indent + line),
  ];
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (outcome: Finding['outcome']) => findings.filter((finding) => finding.outcome === outcome).length;
  const [problems, notes] = [count('problem'), count('note')];
  const noted = notes === 0 ? '' : ` ${notes} ${notes === 1 ? 'note' : 'notes'}.`;
  if (problems === 0) return `No problem was found.${noted}`;
  return `${problems} ${problems === 1 ? 'problem' : 'problems'}.${noted}`;
}

/** Names come from outside: nothing in them may move the cursor. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.replace(/[\p{C}\s]+/gu, ' ').split(' ')) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && joined.length <= widths.text) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}
