import * as z from 'zod';
import { cleanInput } from '../commands/clean-input.ts';
import { commands } from '../commands/index.ts';

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

/** `payload` is the part of the body that Bolt calls so: the command, the action, the event. */
export function saidIn(payload: unknown): Said {
  const { command, text: words = '', action_id: actionId, value, selected_option: option } = Payload.parse(payload);
  if (command !== undefined) return { command: nameIn(command), asked: cleanInput(words) };
  if (actionId !== undefined) return { command: nameIn(actionId), asked: referenceIn(value ?? option?.value) };
  const [, name = '', asked] =
    /^\/?(\S*)\s*([\s\S]*)$/.exec(words.replace(/<@[A-Z\d]+(?:\|[^>]*)?>/g, ' ').trim()) ?? [];
  const known = nameIn(name);
  return known === undefined ? { command: known, asked: words && cleanInput(words) } : { command: known, asked };
}

/** `/txn`, `/txn-staging`, `txn:share` and `txn` are all the same command. */
function nameIn(word: string): string | undefined {
  const [, first = ''] = /^\/?([a-z]*)(?![^:_-])/i.exec(word) ?? [];
  return commands.find(({ name }) => name === first.toLowerCase())?.name;
}

function referenceIn(value: string | undefined): string | undefined {
  const reference = /^\{"reference":("(?:[^"\\]|\\.)*")/.exec(value ?? '')?.[1];
  return reference === undefined ? value : String(JSON.parse(reference));
}
