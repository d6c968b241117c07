import type { AskedWords } from '../views/error-reply.ts';
import type { Door } from './door.ts';

/**
 * What a payload seems to ask for, before the listener has read it. A person who is not admitted is told only what they
 * typed themselves: what a button carries may not be theirs to read.
 */
export function wordsAtDoor({ command, text = '', isTyped }: Door, isAdmitted: boolean): AskedWords | undefined {
  return command === undefined || text === '' || !(isTyped || isAdmitted) ? undefined : { command, text };
}
