import { type ButtonAction, type Reply, runAction } from '../blocks/blocks.ts';
import { addExtras, type Extras, withReadAs } from '../blocks/offers.ts';
import { type AnyCommand, type Query, type Resources, runCommand } from '../command.ts';
import { assertTyped, cleanInput } from '../reading/characters.ts';
import { requeriesIn } from '../reading/identifiers.ts';
import { worthSaying } from '../reading/left-out.ts';
import { readWatchVerb } from '../reading/question.ts';
import { standsIn } from '../reading/references.ts';
import type { Answer } from '../slack/replies.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { ReadQuestion } from './read-question.ts';
import { tsq } from './tsq.ts';
import { txn } from './txn.ts';

/** What a route has read from its payload, with the text as the person gave it. */
interface AskOptions extends Pick<Query, 'audience' | 'syntax'>, Pick<ReadQuestion, 'words' | 'leftOut'> {
  command: AnyCommand;
  text: string;
}

/**
 * Runs a command for any route that has read its payload.
 * @throws UserError when the text is longer than anybody types
 */
export async function ask(question: AskOptions, request: SlackRequest, resources: Resources): Promise<Answer> {
  return { reply: await replyTo(question, request, resources) };
}

/** Runs what was read in any words, and says what they were read as. */
export async function replyToRead(
  { readAs, ...read }: ReadQuestion,
  shown: Pick<AskOptions, 'audience' | 'syntax'>,
  request: SlackRequest,
  resources: Resources,
): Promise<Reply> {
  return replyTo({ ...read, ...shown }, request, resources, readAs);
}

async function replyTo(
  question: AskOptions,
  request: SlackRequest,
  resources: Resources,
  readAs?: string,
): Promise<Reply> {
  assertTyped(question.text);
  const { command, audience, syntax, words, leftOut: others = [] } = question;
  const reading = words === undefined ? resources : untyped(resources);
  const typed = command === txn ? readTyped(words ?? question.text, reading) : undefined;
  const leftOut = unique([...others, ...(command === tsq ? besideIdentifier(question.text, reading) : [])]);
  const again = words === undefined ? undefined : againOf(words, question, resources);
  // A card names itself what its words leave out; where the look-up fails, the error's answer does.
  const extras = { leftOut: unique([...leftOut, ...(typed?.leftOut ?? [])]), unclear: typed?.unclear ?? [] };
  const { mended } = typed ?? {};
  const text = request.ask({ command, text: question.text, audience, syntax, readAs: mended, extras, again });
  const { asker, canShare, isInWindow } = request;
  const reader = { asker, audience, syntax, canShare, isInWindow };
  const reply = await runCommand(command, words ?? text, reader, reading, (line) => request.report(line));
  return withReadAs(addExtras(reply, { leftOut, unclear: [] }), readAs ?? mended, syntax);
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}

interface Typed extends Extras {
  /** References that were put together or taken out of something longer: the answer says so, whatever it is. */
  mended: string | undefined;
}

/** What a text for `txn` asks for, and what it leaves out. */
function readTyped(given: string, { services }: Resources): Typed {
  const watch = readWatchVerb(cleanInput(given));
  const isNamed = watch !== undefined && watch.verb !== 'watching';
  const words = isNamed ? watch.text : given;
  const { references, identifiers, leftOut: others, unclear } = services.findReferences(words, 'typed');
  const requeries = references.length > 0 && watch === undefined ? requeriesIn(words) : [];
  const extras = { leftOut: [...identifiers, ...others].filter((word) => !requeries.includes(word)), unclear };
  if (references.every((reference) => standsIn(words, reference))) return { mended: undefined, ...extras };
  const verbs = isNamed ? [txn.name, watch.verb === 'stop' ? 'unwatch' : 'watch'] : [txn.name];
  return {
    mended: [...verbs, ...references, ...(requeries.length > 0 ? ['requery', ...requeries] : [])].join(' '),
    ...extras,
  };
}

/** What a text for `tsq` holds beside digits and could be looked up: `12345698690885579 GARO-8f3k2j1`. */
function besideIdentifier(text: string, { services }: Resources): string[] {
  const { references, leftOut } = services.findReferences(text);
  return [...references, ...worthSaying(leftOut)].filter((word) => !/^\d+$/.test(word));
}

/** Talk is read as it was when its references were found: nobody gave it as what to ask for. */
function untyped(resources: Resources): Resources {
  const { services } = resources;
  return { ...resources, services: { ...services, findReferences: (text) => services.findReferences(text) } };
}

/** Asks all words again, unless a button cannot carry them or would ask for something else. */
function againOf(words: string, { command, text }: AskOptions, { services }: Resources): ButtonAction | undefined {
  if (words.length > againMax || services.findReferences(words, 'typed').references.join(' ') !== text)
    return undefined;
  return runAction(command.name, words);
}

const againMax = 2_000;
