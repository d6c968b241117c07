import { isNameOrCode, looksLikeBank } from './bank-names.ts';
import { joinSpacedNumbers, tidyText } from './clean.ts';
import { CleanedText } from './cleaned-text.ts';
import { findMisspelt } from './misspelt.ts';
import { asksState, classifyTalk, isOnlyClause, referenceWord } from './phrases.ts';
import {
  aboutBanks,
  aboutIdentifiers,
  aboutReferences,
  aboutTalk,
  bankQuestionWordsMax,
  type CommandName,
  isTalkAboutReferences,
  type Question,
} from './question.ts';
import { emptyReading, type Reading, type References, wordsOf } from './references.ts';
import { isBankName, isOwnReference, isSession } from './shapes.ts';
import {
  explainBankMatter,
  explainUnanswered,
  findUnanswered,
  noReason,
  noStateNotice,
  quoteUndone,
} from './unanswered.ts';
import { splitWords } from './words.ts';

/** Matches `who is 000014`, `whose is 058`. */
const whosePattern = /^(?:who|whose)(?:['’]?s| is| are| has)? [\d, ]{3,}\W*$/i;

/** Reads the text typed after a command, or the value of one of the command's buttons. */
export function readCommand(command: CommandName, given: string, references: References): Question {
  // Most questions are one of the service's own references alone. Nothing stands around it, and to
  // look for that takes twenty times as long.
  if (command === 'txn' && isOwnReference(given))
    return aboutReferences({ given, text: given }, { ...emptyReading, references: [given] });

  return readBehind(command, new CleanedText(given, references));
}

/** Reads a text as one that stands behind a command. */
export function readBehind(command: CommandName, cleaned: CleanedText): Question {
  const { text } = cleaned;
  if (/^(?:-*help|\?+)?$/i.test(text)) return aboutTalk(command, text, { kind: 'help' });
  if (command === 'bank') return aboutBanks(cleaned);
  if (command === 'tsq')
    return { ...readIdentifiers(cleaned), unanswered: explainUnanswered(text) };
  // Behind a command no message tells which one is taken.
  if (text === 'mine') return aboutTalk(command, text, { kind: 'open' });
  return (whosePattern.test(text) && readPlainBanks(cleaned)) || readTransfers(cleaned, 'asTyped');
}

/**
 * Reads a text about transfers: as a watch or talk if its words say so, otherwise only for the
 * references in it.
 */
export function readTransfers(cleaned: CleanedText, how: 'asTyped' | 'inTalk'): Question {
  const { talk, text } = cleaned;
  const isPart = isOnlyClause(talk) && wordsOf(cleaned[how]).length > 0;
  if (talk === undefined || isPart) return readAroundReferences(cleaned, cleaned[how]);

  if (talk.kind === 'act') {
    const found = /[\d•]/.test(text) ? cleaned[how] : emptyReading;
    const question = aboutReferences(cleaned, found, { wantsAction: true });
    const more = explainUnanswered(text) ?? (/\bwhy\b/i.test(text) ? `${noReason}.` : undefined);
    return { ...question, isAboutIt: wordsOf(found).length === 0, unanswered: more };
  }

  if (!('text' in talk)) {
    const isAboutIt = text === '' || isTalkAboutReferences(talk.kind);
    return {
      ...aboutTalk('txn', text, talk),
      isAboutIt,
      unanswered: explainUnanswered(text, talk.kind),
    };
  }

  // After a verb, a single item is a reference, whatever it looks like.
  const found = cleaned.withPlain(talk.text).asTyped;
  // Neither watched nor stopped, only named to the user.
  const rest = wordsOf(cleaned.withPlain(talk.rest)[how]);
  const named = [...found.named, ...rest];
  const question = {
    ...aboutReferences(cleaned, { ...found, named }, { kind: talk.kind }),
    unanswered:
      explainUnanswered(talk.text, talk.kind) ??
      (rest.length > 0 ? undefined : quoteUndone(talk.rest)),
  };

  // `tell me if this customer's own drops` names nothing either.
  return { ...question, isAboutIt: talk.text === '' || wordsOf({ ...found, named }).length === 0 };
}

/** The longest text whose words around its references are read as talk, in characters. */
const talkAroundMax = 300;

const listOfReferences = new RegExp(
  `${referenceWord}(?:[\\s,;&]+(?:and\\s+)?${referenceWord})+`,
  'g',
);

/** Reads references, and the words around them: `why is GARO-1 pending`. */
function readAroundReferences(cleaned: CleanedText, found: Reading): Question {
  const { text } = cleaned;
  const { references } = found;
  if (references.length === 0) {
    const say = found.identifiers.length > 0 ? explainUnanswered : findUnanswered;
    return { ...aboutReferences(cleaned, found), unanswered: say(text) };
  }
  if (text.length > talkAroundMax) {
    // What is asked of a paste mostly stands below it.
    const asked = text.slice(-talkAroundMax).replace(/.*\n/s, '');
    return { ...aboutReferences(cleaned, found), unanswered: explainUnanswered(asked) };
  }
  const slip = /^\p{L}+$/u.test(text) && findMisspelt(text);
  if (slip) return { ...aboutReferences(cleaned, emptyReading), misspelt: slip };

  let wordsAround = text.toLowerCase();
  for (const reference of references)
    wordsAround = wordsAround.replaceAll(reference.toLowerCase(), ` ${referenceWord} `);

  wordsAround = tidyText(wordsAround.replace(listOfReferences, referenceWord));
  const talk = classifyTalk(wordsAround)?.kind;
  const kind = isTalkAboutReferences(talk) ? talk : undefined;
  return {
    ...aboutReferences(cleaned, found, { kind }),
    misspelt: talk === undefined || talk === 'transactions' ? findMisspelt(wordsAround) : undefined,
    unanswered:
      asksState(wordsAround) && splitWords(wordsAround).some((word) => isBankName(word.text))
        ? noStateNotice
        : explainUnanswered(wordsAround, kind),
  };
}

/** The most digits that an identifier may have; the API spec gives no length. */
export const identifierLengthMax = 40;

/**
 * Reads a requery. References beside an identifier are looked up with it. A reference alone is
 * looked up and its own identifier requeried, also if the text asks why or how long (`age`).
 */
function readIdentifiers(cleaned: CleanedText): Question {
  const plain = removeDigitGroups(joinSpacedNumbers(cleaned.plain));
  const text = plain === cleaned.plain ? cleaned : cleaned.withPlain(plain);
  // As in talk, where a number is no reference: behind `/txn`, one alone would be.
  const found = text.inTalk;
  const identifiers = identifiersIn(text);
  const named = found.named.filter((word) => !identifiers.includes(word));
  if (identifiers.length > 0 && found.references.length > 0)
    return aboutReferences(cleaned, { ...found, identifiers, named });

  if (identifiers.length === 0) {
    const instead = readTransfers(cleaned, 'asTyped');
    const { intent } = instead;
    if (
      (intent.kind === 'transactions' || intent.kind === 'age') &&
      intent.references.some((word) => /\D/.test(word) && /\d/.test(word))
    )
      return {
        ...instead,
        intent: { ...intent, kind: 'comparison' },
        readAs: `txn requery ${instead.text}`,
        isNoIdentifier: true,
      };
  }

  const leftOut = wordsOf(found).filter((word) => !identifiers.includes(word));
  return aboutIdentifiers(cleaned.text, identifiers, leftOut);
}

/** Matches a list of numbers, but no date or time in parts: `00015/26/05/14`. */
export const onlyNumbers = /^(?!.*\/\d{1,2}(?!\d))#?(?:[\d\s,;|/&]|\b(?:and|or)\b)+[.?!]*$/is;

/**
 * Returns all numbers but session ids if the text has no words; else its identifiers; if none, all
 * numbers that may be some.
 */
function identifiersIn(text: CleanedText): string[] {
  const { plain, inTalk } = text;
  const all = (plain.match(/\d+/g) ?? []).filter((word) => !isSession(word));
  if (onlyNumbers.test(plain)) return [...new Set(all)];
  return inTalk.identifiers.length > 0 ? inTalk.identifiers : text.numbers;
}

/** Removes the commas within numbers: `19,253` → `19253`. */
function removeDigitGroups(text: string): string {
  return text.replace(/(?<![\d,.])([1-9]\d{0,2}(?:,\d{3})+)(?![\d,]|\.\d)/g, (number) =>
    number.replaceAll(',', ''),
  );
}

/**
 * Matches "code" or "bank" as a whole word: `bank-notes` asks for no bank, nor does `their bank says`.
 */
const asksForBank =
  /(?<![\w-])(?:codes?|(?<!\b(?:their|his|her|my|our) )banks?(?! (?:dey|don|ha[sv]e?|says?|asks?|wants?)\b))(?![\w-])/i;

/**
 * Reads a message that asks for banks without a command: a code, `who is zenith`, bank names alone
 * (`uba and gtb`), or a few words with one.
 */
export function readPlainBanks(cleaned: CleanedText): Question | undefined {
  const { text, bankQuestion } = cleaned;
  const words = bankQuestion.parts.flat();
  const isBare = words.every(
    (word) => isNameOrCode(word) || word.sort === 'kind' || word.sort === 'join',
  );
  const isShort = words.length <= bankQuestionWordsMax && words.some(isNameOrCode);
  const isAsked =
    /^\d{6}$/.test(text) ||
    whosePattern.test(text) ||
    (isBare && looksLikeBank(text)) ||
    (isShort && asksForBank.test(text)) ||
    (isShort && explainBankMatter(text) && words.some((word) => isBankName(word.text)));

  return isAsked ? aboutBanks(cleaned) : undefined;
}
