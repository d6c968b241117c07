import * as z from 'zod';
import { code } from '../blocks/mrkdwn.ts';
import { addExtras } from '../blocks/offers.ts';
import { inquire, type Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import { requeriesIn } from '../reading/identifiers.ts';
import { worthSaying } from '../reading/left-out.ts';
import type { Routes } from '../slack/routes.ts';
import { tableMax, tableOf } from '../tables/table.ts';
import { noReference } from '../transfers/guesses.ts';
import { ask, replyToRead } from './ask.ts';
import { tsq } from './tsq.ts';
import { txn } from './txn.ts';

/** "Look Up References" on any message, an alert's too; the answer is ephemeral, in the message's thread if any. */
export function registerMessageShortcut(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  const { slash: syntax } = presentation.names;
  const alone = { audience: 'asker', syntax } as const;
  // Read once for the audit log and the listener.
  const value = z.object({ message: z.unknown() }).transform(({ message }) => {
    const text = textsOf(message).join('\n');
    const found = services.findReferences(text);
    const identifiers = [...new Set([...requeriesIn(text), ...found.identifiers])];
    const all = [...found.references, ...identifiers];
    const others = all.length > 0 ? worthSaying(found.leftOut) : found.leftOut;
    return { ...found, identifiers, leftOut: others.filter((word) => !identifiers.includes(word)), text, all };
  });
  type Read = z.infer<typeof value>;
  const command = ({ all, identifiers }: Read) =>
    all.length === 0 ? undefined : all.length === 1 && identifiers.length === 1 ? tsq : txn;
  /** The rest of the message is others' talk. */
  const asked = ({ all }: Read) => (all.length === 0 ? undefined : all.slice(0, tableMax).join(' '));
  routes.shortcut('look_up_references', { value, command, text: asked }, async (read, request) => {
    const { text, all, references, identifiers, leftOut, unclear } = read;
    const [first] = all;
    const offered = first === undefined ? worthSaying(leftOut).filter((word) => !/^\d+$/.test(word)) : [];
    if (first === undefined && unclear.length + offered.length > 0)
      return { reply: noReference({ text, identifiers, leftOut: offered, unclear, looksLikeBank: false, syntax }) };
    if (first === undefined)
      throw new UserError(
        `Nothing in this message looks like a reference or a transaction identifier. Try ${code(syntax.write('txn'))} with it.`,
      );
    if (identifiers.length === 0 && references.length <= tableMax)
      return ask({ command: txn, text: references.join(' '), words: text, ...alone }, request, resources);
    if (all.length === 1) {
      const reply = await replyToRead({ command: tsq, text: first, leftOut }, alone, request, resources);
      return { reply: addExtras(reply, { leftOut: [], unclear }) };
    }

    request.ask({ command: txn, text: asked(read) ?? '', ...alone });
    const reader = { asker: request.asker, ...alone, canShare: request.canShare };
    const input = { references, identifiers, leftOut };
    const reply = await inquire(tableOf, input, reader, resources, (line) => request.report(line));
    return { reply: addExtras(reply, { leftOut: [], unclear }) };
  });
}

const depthMax = 12;
const wordKeys = new Set(['text', 'fallback', 'pretext', 'title', 'value', 'footer', 'url']);

/** All texts of a message, its blocks and its attachments, down to `depthMax` levels. */
export function textsOf(message: unknown, depth = 0): string[] {
  if (depth > depthMax || typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([key, inner]: [string, unknown]) => {
    if (typeof inner !== 'string') return textsOf(inner, depth + 1);
    return wordKeys.has(key) ? [inner] : [];
  });
}
