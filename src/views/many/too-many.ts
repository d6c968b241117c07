import type { Many } from '../../transfers/look-up-many.ts';
import { type ButtonOptions, buttons, message, type Reply, section } from '../blocks.ts';
import { code } from '../mrkdwn.ts';
import { type Unclear, unclearBlocks } from '../unclear.ts';

/** Together the buttons of one message carry no more than this; Slack counts what they carry as a part of it. */
const valuesMax = 9_000;
const valueMax = 2_000;

/** More than are looked up at once: a button for the first, and one for the next ones after it. */
export function tooMany({ references, identifiers }: Many, most: number, unclear: readonly Unclear[] = []): Reply {
  const lines = [...references.map((text) => `txn ${text}`), ...identifiers.map((text) => `tsq ${text}`)];
  const questions = unclearBlocks(unclear);
  const parts = partsOf(lines, most, valuesMax - JSON.stringify(questions).length);
  const offered = parts.at(-1)?.last ?? 0;
  const rest = offered < lines.length ? ` Ask for the last ${lines.length - offered} of them in another message.` : '';
  const all = [...references, ...identifiers];
  const named = `from ${code(all[0] ?? '', 60)} to ${code(all.at(-1) ?? '', 60)}`;
  const text = `That is ${lines.length} at once, ${named}, and txnbot looks up ${most}. Nothing was asked yet.${rest}`;
  return message(text, [section(text), ...buttons(parts), ...questions]);
}

interface Part extends ButtonOptions {
  last: number;
}

/** As many as fit, in the order in which they were given. */
function partsOf(lines: readonly string[], most: number, room: number): Part[] {
  const parts: Part[] = [];
  let left = room;
  for (let first = 0; first < lines.length; ) {
    const taken = fitting(lines.slice(first, first + most), Math.min(left, valueMax));
    if (taken.length === 0) break;
    const value = taken.join('\n');
    const last = first + taken.length;
    const label = `${first === 0 ? 'Look Up the First' : 'Look Up'} ${first === 0 ? last : `${first + 1}–${last}`}`;
    parts.push({ actionId: `txn:these:${parts.length}`, label, value, last });
    left -= value.length + overhead;
    first = last;
  }
  return parts;
}

/** Of a button beside what it carries. */
const overhead = 150;

function fitting(lines: readonly string[], max: number): string[] {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > max;
  });
  return lines.slice(0, end === -1 ? lines.length : end);
}
