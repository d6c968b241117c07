import { addUnread as addUnreadFiles } from '../batches/routes.ts';
import { message, plainReply, type Reply, runButtons, section, withoutCustomer } from '../blocks/blocks.ts';
import { shapeHint } from '../blocks/failure-words.ts';
import { code } from '../blocks/mrkdwn.ts';
import { addContextLine, addFirstLine, addNotAskedFor, type CommandSyntax } from '../blocks/offers.ts';
import { looksLikeBank } from '../reading/bank-names.ts';
import type { ReferencesIntent, RequeryIntent } from '../reading/question.ts';
import { wordsOf } from '../reading/words.ts';
import { carriedMax, type SlackMessage } from '../slack/message.ts';
import { cut, foldBlanks } from '../text.ts';

/** Names what of a message was not read: other files, and what is too long. */
export function addUnread(reply: Reply, { lists, unreadable, isCut }: SlackMessage): Reply {
  const named = addUnreadFiles(reply, lists, unreadable);
  const most = carriedMax.toLocaleString('en');
  return isCut ? addContextLine(named, `Not read: what stands behind the first ${most} characters.`) : named;
}

/** Leads the answer to a wish for an action. */
export const onlyReads = 'I only read: nothing was sent, reversed or changed.';

const hintsMax = 5;

/** A text in which nothing is clearly a reference: what it looks like instead, and buttons for what it may be. */
export function noReference(intent: ReferencesIntent, leftOut: readonly string[], syntax: CommandSyntax): Reply {
  const { text, wantsAction } = intent;
  const isOne = leftOut.length === 0 && /^\S{1,40}$/.test(text) && /\d/.test(text);
  const offered = [
    ...leftOut,
    ...(leftOut.length === 0 && looksLikeBank(text) ? [foldBlanks(text)] : []),
    ...(isOne ? [`"${text}"`] : []), // in quotation marks, anything is looked up
  ];
  const example = offered.length > 0 ? '' : ` Paste one by itself, such as ${code('GARO-8f3k2j1')}.`;
  const hints = leftOut.flatMap((word) => wordHint(word, syntax) ?? []).slice(0, hintsMax);
  const sentence = `I found no reference in that, so I looked nothing up.${example}`;
  const reply = addNotAskedFor(withoutCustomer(plainReply([sentence, ...hints].join('\n'))), offered);
  return addFirstLine(reply, wantsAction ? onlyReads : undefined);
}

function wordHint(word: string, { write }: CommandSyntax): string | undefined {
  const shape = shapeHint(word);
  if (shape !== undefined) return `${code(word)} ${shape}.`;
  return /^\d+$/.test(word)
    ? `${code(word)} may be a transaction identifier: ${code(write(`tsq ${word}`))}`
    : undefined;
}

/** What is called as a bank is, and was asked for as a reference. */
export function bankInstead(text: string, { write }: CommandSyntax): Reply {
  const sentence = `${code(text)} looks like a bank: ${code(write(`bank ${text}`))}, so nothing was looked up.`;
  const runs = [
    { label: 'Run bank', command: 'bank', text },
    { label: `Look Up ${text}`, command: 'txn', text: `"${text}"` },
  ];
  return withoutCustomer(message(sentence, [section(sentence), ...runButtons(runs)]));
}

/** Says of a text without a transaction identifier what it is instead, and what is wanted; mrkdwn. */
export function notAnIdentifier({ text }: RequeryIntent, { write }: CommandSyntax): string {
  const example = code(write('tsq 12345698690885579'));
  for (const { text: word } of wordsOf(text)) {
    const shape = shapeHint(word);
    if (shape !== undefined)
      return `${code(word)} ${shape}. Paste a transaction identifier, such as ${example}, or a reference, such as ${code(write('txn GARO-8f3k2j1'))}.`;
  }
  return `${code(text, 100)} isn't a transaction identifier: those are digits only, such as ${example}.`;
}

const shownMax = 60;
/** More words are hardly a name. */
const wordsMax = 3;

/** Words that ask for nothing. Without the list of banks nothing tells a bank from another word. */
export function unknownWords(words: string, { write }: CommandSyntax): Reply {
  const said = foldBlanks(words);
  const [example, bank, txn, help] = ['txn GARO-8f3k2j1', `bank ${said}`, `txn ${said}`, 'help'].map((each) =>
    code(write(each)),
  );
  const next =
    said.split(' ').length > wordsMax
      ? `Try ${example} or ${help}.`
      : `Ask ${bank} if it is a bank, ${txn} if it is a reference, or ${help}.`;
  return withoutCustomer(plainReply(`I don't understand ${code(cut(said, shownMax))}. ${next}`));
}
