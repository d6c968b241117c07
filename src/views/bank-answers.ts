import type { BankAnswer } from '../banks/asked.ts';
import type { AskedBanks } from '../banks/directory.ts';
import type { Bank } from '../transfer-api/schemas.ts';
import { bankLine, bankListLine } from './bank-line.ts';
import { asButton, bankResults, notSearchedFor, quoted, whyLine } from './bank-results.ts';
import { message, type Reply, type RunButton, runButtons, section, sectionsOf } from './blocks.ts';
import { bold, label } from './mrkdwn.ts';

type Answer = BankAnswer<Bank>;

const shownMax = 25;
const buttonsMax = 5;

export type BankAnswersView = (asked: AskedBanks) => Reply;

/** Lays out each answer once, for as long as the list remembers it: all who ask the same get the same reply. */
export function createBankAnswers(): BankAnswersView {
  const replies = new WeakMap<AskedBanks, Reply>();
  return (asked) => {
    let reply = replies.get(asked);
    if (!reply) {
      reply = bankAnswers(asked);
      replies.set(asked, reply);
    }
    return reply;
  };
}

/** `/bank` as people ask it: one bank as ever, several as a list with a line each. */
function bankAnswers({ answers, leftOut, list }: AskedBanks): Reply {
  const [only, another] = answers;
  // Node 20 takes half a microsecond for each key that stands behind a spread.
  if (only && !another) return bankResults(only.said, { leftOut, list, ...only });
  const shown = answers.slice(0, shownMax);
  const missing = answers.filter(({ hits }) => hits.length === 0).length;
  const title = `${answers.length} asked for${missing > 0 ? `, ${missing} without a match` : ''}`;
  const lines = shown.map(answerLine);
  const differ = disagreement(answers);
  const left = answers.length - shown.length;
  const more = left > 0 ? `${left} more: ask for them alone` : undefined;
  return message([title, ...lines].join('\n'), [
    section(bold(title)),
    ...(differ ? [section(differ)] : []),
    ...sectionsOf(lines),
    ...runButtons(shown.flatMap(buttonsFor).slice(0, buttonsMax)),
    bankListLine(list, more, notSearchedFor(leftOut)),
  ]);
}

function answerLine({ said, hits: [best, ...others], suggestions }: Answer): string {
  const asked = `${label(said, 60)} `;
  if (!best) {
    const near = suggestions.length > 0 ? `. Did you mean ${suggestions.map(bankLine).join(', or ')}?` : '';
    return `${asked}no bank matches${near}`;
  }
  const isTelling = best.why?.kind === 'spelling' || best.why?.kind === 'three-digits';
  const why = best.why && isTelling ? `   ${whyLine(said, best.why, best.bank)}` : '';
  const more = others.length > 0 ? `   and ${others.length} more` : '';
  return `${asked}${bankLine(best.bank)}${why}${more}`;
}

function buttonsFor({ said, hits, suggestions }: Answer): RunButton[] {
  if (hits.length > 1) return [{ label: `All for ${said}`, command: 'bank', text: said }];
  return suggestions.slice(0, 1).map(asButton);
}

/** `is 000014 zenith?`: a code beside the name of another institution is said before both. */
function disagreement(answers: readonly Answer[]): string | undefined {
  const isCode = ({ hits: [best] }: Answer) => best?.why?.kind === 'code' || best?.why?.kind === 'three-digits';
  const [one, other, third] = answers;
  if (!one?.hits[0] || !other?.hits[0] || third || isCode(one) === isCode(other)) return undefined;
  return `${quoted(one.said)} and ${quoted(other.said)} are two institutions.`;
}
