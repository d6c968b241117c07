import { code } from '../blocks/mrkdwn.ts';
import { addExtras } from '../blocks/offers.ts';
import type { Command } from '../command.ts';
import type { CommandSyntax } from '../command-names.ts';
import { UserError } from '../errors.ts';
import { looksLikeBank } from '../reading/bank-question.ts';
import { requeriesIn } from '../reading/identifiers.ts';
import { readWatchVerb } from '../reading/question.ts';
import type { FindReferences, Found } from '../reading/references.ts';
import { type FoundTable, tableMax, tableOf } from '../tables/table.ts';
import { cardWithBackground } from '../transfers/card.ts';
import { noReference } from '../transfers/guesses.ts';
import {
  lookUpForCard,
  maskWithBackground,
  recentLookUpOfRecord,
  type TransactionWithBackground,
  txnHead,
} from '../transfers/look-up.ts';
import {
  type FoundStop,
  type FoundWatch,
  type FoundWatching,
  stopWatching,
  watch,
  watching,
} from '../watches/commands.ts';

const referenceMax = 200;

/** What was read in the question, and the question itself. */
interface Read extends Found {
  text: string;
  /** What is to be requeried beside its references. */
  requeries: readonly string[];
  /** Whether it is to be watched. */
  isToWatch: boolean;
}

type TxnInput = { read: Read } | { asksWatching: true } | { toStop: readonly string[] };

/** Nothing is looked up for a text without a reference. */
type TxnFound =
  | ({ read: Read } & (
      | { one: TransactionWithBackground }
      | { many: FoundTable }
      | { watch: FoundWatch }
      | { nothing: true }
    ))
  | { watching: FoundWatching }
  | { stopped: FoundStop };

/** Spec 4.1; several references at once become a table. */
export const txn = {
  ...txnHead,
  usage: '<reference>',
  summary: 'Look up one transaction by its reference',
  details:
    'Paste it, or whatever holds it; several become a table. “watch” tells you of changes, “watching” lists what you watch.',
  examples: ['GARO-8f3k2j1', 'watch GARO-8f3k2j1', 'watching'],
  parse(text, syntax, findReferences) {
    const asked = readWatchVerb(text);
    if (asked?.verb === 'watching') return { asksWatching: true };
    if (asked?.verb === 'stop') return toStop(asked.text, findReferences);
    if (asked?.text === '') throw new UserError(whatToWatch(syntax));
    const named = asked?.text ?? text;
    const found = findReferences(named, 'typed');
    assertAskable(found.references, asked !== undefined);
    const isToWatch = asked !== undefined;
    const requeries = isToWatch || found.references.length === 0 ? [] : requeriesIn(named);
    const leftOut = [...found.identifiers, ...found.leftOut].filter((word) => !requeries.includes(word));
    return { read: { ...found, requeries, leftOut, text: named, isToWatch } };
  },
  async find(input, services, finding) {
    if ('asksWatching' in input) return { watching: await watching.find(undefined, services, finding) };
    if ('toStop' in input) return { stopped: await stopWatching.find({ references: input.toStop }, services, finding) };
    const { read } = input;
    const { references, requeries: identifiers, leftOut, unclear } = read;
    const [reference] = references;
    if (reference === undefined) return { read, nothing: true };
    if (read.isToWatch) return { read, watch: await watch.find({ references }, services, finding) };
    if (references.length + identifiers.length === 1)
      return { read, one: await lookUpForCard(reference, services, finding) };
    return { read, many: await tableOf.find({ references, identifiers, leftOut, unclear }, services, finding) };
  },
  forChannel(found, mode) {
    if ('watching' in found) return { watching: watching.forChannel(found.watching) };
    if ('stopped' in found) return { stopped: stopWatching.forChannel(found.stopped) };
    if ('watch' in found) return { ...found, watch: watch.forChannel(found.watch, mode) };
    if ('many' in found) return { ...found, many: tableOf.forChannel(found.many, mode) };
    if ('nothing' in found) return found;
    return { ...found, one: maskWithBackground(found.one, mode) };
  },
  recentLookUps(found) {
    if ('many' in found) return tableOf.recentLookUps(found.many);
    if ('watch' in found) return watch.recentLookUps(found.watch);
    return 'one' in found ? recentLookUpOfRecord(found.one.answer) : [];
  },
  show(found, reader, presentation) {
    if ('watching' in found) return watching.show(found.watching, reader, presentation);
    if ('stopped' in found) return stopWatching.show(found.stopped, reader, presentation);
    const { read } = found;
    if ('nothing' in found)
      return noReference({ ...read, looksLikeBank: looksLikeBank(read.text), syntax: reader.syntax });
    if ('watch' in found) return addExtras(watch.show(found.watch, reader), read);
    if ('many' in found) return tableOf.show(found.many, reader, presentation);
    const { leftOut, unclear } = read;
    return cardWithBackground({ ...found.one, leftOut, unclear, ...reader, ...presentation });
  },
} satisfies Command<TxnInput, TxnFound>;

/** Talk that names nothing stops nothing: it is answered with the list. */
function toStop(text: string, findReferences: FindReferences): TxnInput {
  const { references } = findReferences(text, 'typed');
  assertAskable(references, true);
  return text !== '' && references.length === 0 ? { asksWatching: true } : { toStop: references };
}

function assertAskable(references: readonly string[], isToWatch: boolean): void {
  const tooLong = references.find(({ length }) => length > referenceMax);
  if (tooLong)
    throw new UserError(
      `${code(tooLong, 60)} is ${tooLong.length} characters long, and ${referenceMax} is the most. Paste only the reference.`,
    );
  if (isToWatch && references.length > tableMax)
    throw new UserError(
      `That is ${references.length} references, and ${tableMax} at once is the most. Paste fewer of them.`,
    );
}

function whatToWatch({ write }: CommandSyntax): string {
  const [one, all] = ['txn watch GARO-8f3k2j1', 'txn watching'].map((words) => code(write(words)));
  return `Watch which transaction? For instance ${one}, or several at once. ${all} lists what you watch.`;
}
