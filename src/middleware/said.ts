import * as z from 'zod';
import type { Spelling } from '../command-names.ts';
import { commands } from '../commands/index.ts';
import { cleanInput } from '../reading/clean-input.ts';
import { commandSpoken, spokenIn } from '../reading/mention-text.ts';

/** What a payload seems to ask, before the listener that knows has seen it. */
export interface Said {
  command: string | undefined;
  asked: string | undefined;
}

const text = z.string().optional().catch(undefined);
const Payload = z.object({
  command: text,
  text,
  action_id: text,
  value: text,
  selected_option: z.object({ value: text }).optional().catch(undefined),
});

const Card = z.object({ reference: z.string() });

/** `payload` is the part of the body that Bolt calls so: the command, the action, the event. */
export function saidIn(payload: unknown, slash: Spelling): Said {
  const {
    command,
    text: words = '',
    action_id: actionId,
    value,
    selected_option: option,
  }: z.infer<typeof Payload> = Payload.safeParse(payload).data ?? {};
  if (command !== undefined) return { command: commandIn(command), asked: cleanInput(words) };
  if (actionId !== undefined) return { command: commandIn(actionId), asked: referenceIn(value ?? option?.value) };
  const spoken = spokenIn(words);
  const known = commandSpoken(spoken, slash);
  // Words that ask for nothing are somebody's talk, and nobody's to keep.
  return { command: known?.name, asked: known && cleanInput(spoken.text) };
}

/** `/txn`, `/txn-staging` and `txn:share` are all the same command. */
export function commandIn(word: string): string | undefined {
  const [, first = ''] = /^\/?([a-z]*)(?![^:_-])/i.exec(word) ?? [];
  return commands.find(({ name }) => name === first.toLowerCase())?.name;
}

function referenceIn(value: string | undefined): string | undefined {
  try {
    return Card.parse(JSON.parse(value ?? '')).reference;
  } catch {
    return value; // not a card's button
  }
}
