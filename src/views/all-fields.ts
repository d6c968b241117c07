import type { types } from '@slack/bolt';
import type { TransactionAnswer } from '../transfer-api/client.ts';
import { isObject, scalarText } from '../transfers/json-values.ts';
import { type Block, context, fields, preformatted, type Reply, section } from './blocks.ts';
import { jsonText } from './json-fields.ts';
import { modalOf } from './modal.ts';
import { code } from './mrkdwn.ts';
import { withheldLine } from './withheld.ts';

const title = 'All Fields';
const shortMax = 120;

/** Opened at once, because Slack's trigger expires after three seconds; filled when the answer arrives. */
export function allFieldsLoading(reference: string): types.ModalView {
  return modalOf({ blocks: [section(`Asking the transfer service about ${code(reference)} …`)], title });
}

/** Every field of a record under its own name, as received: null, empty and nested ones too, but no secret ones. */
export function allFields({ record, withheld }: Pick<TransactionAnswer, 'record' | 'withheld'>): Reply {
  const left = withheldLine(withheld);
  const words: string[] = [title, ...(left === undefined ? [] : [left])];
  const short: string[] = [];
  const long: Block[] = [];
  for (const [name, value] of Object.entries(record)) {
    const key = code(name) || 'A field without a name';
    const text = scalarText(value) ?? jsonText(value);
    words.push(`${key}: ${code(text)}`);
    const isShort = text.length <= shortMax && !text.includes('\n') && !Array.isArray(value) && !isObject(value);
    if (isShort) short.push(`${key}\n${code(text)}`);
    else long.push(section(key), preformatted(text));
  }
  return {
    text: words.join('\n'),
    blocks: [...(left === undefined ? [] : [context([left])]), ...fields(short), ...long],
    title,
  };
}
