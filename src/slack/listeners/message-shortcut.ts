import * as z from 'zod';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { many, manyMax } from '../../commands/many.ts';
import { tsq } from '../../commands/tsq.ts';
import { txn } from '../../commands/txn.ts';
import { UserError } from '../../errors.ts';
import { code } from '../../views/mrkdwn.ts';
import { noReference } from '../../views/no-reference.ts';
import { ask, noteAsked } from './ask.ts';
import type { Routes } from './routes.ts';

const value = z.object({ message: z.unknown() });

/** "Look Up References" on any message, an alert's too; the answer is ephemeral, in the message's thread if any. */
export function registerMessageShortcut(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  const { slash: spelling } = presentation.names;
  const alone = { audience: 'asker', spelling } as const;
  routes.shortcut('look_up_references', { value }, async ({ message }, exchange) => {
    const text = textsOf(message).join('\n');
    const { references, identifiers, leftOut, unclear } = services.findReferences(text);
    const all = [...references, ...identifiers];
    const [first] = all;
    if (first === undefined && unclear.length > 0)
      return { reply: noReference({ text, identifiers, leftOut, unclear, looksLikeBank: false, spelling }) };
    if (first === undefined)
      throw new UserError(
        `Nothing in this message looks like a reference or a transaction identifier. Try ${code(spelling.write('txn'))} with it.`,
      );
    if (all.length === 1)
      return ask({ command: references.length === 1 ? txn : tsq, text: first, ...alone }, exchange, resources);

    noteAsked({ command: txn, text: all.slice(0, manyMax).join(' '), ...alone }, exchange);
    const input = { references, identifiers, leftOut: [] };
    const reader = { asker: exchange.asker, ...alone, canShare: exchange.canShare };
    return { reply: await inquire(many, input, reader, resources, (line) => exchange.report(line)) };
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
