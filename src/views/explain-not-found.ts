import type { Spelling } from '../command-names.ts';
import type { TransferApiErrorDetails } from '../errors.ts';
import { numberShape } from '../reading/number-shape.ts';
import type { ButtonOptions } from './blocks.ts';
import { cutOffWords } from './cut-off-words.ts';
import type { Explanation } from './explanation.ts';
import { identifierButtons, identifierHint } from './identifier-hint.ts';
import { code } from './mrkdwn.ts';
import { attribution, serviceWords } from './service-words.ts';
import { shapeWords } from './shape-words.ts';
import { moneyCaution } from './status-caution.ts';

/**
 * An answer and no failure: it offers to ask again where a transfer may still appear, and says what else was meant.
 * @param knowsShape whether references look as txnbot takes them to, and not as an operator has said
 */
export function explainNotFound(
  details: TransferApiErrorDetails,
  tryAgain: ButtonOptions[],
  spelling: Spelling,
  knowsShape: boolean,
): Explanation {
  const { operation, asked = '' } = details;
  const words = serviceWords(details);
  if (operation === 'banks')
    return {
      sentence: `The transfer service has no bank list at its address. Tell whoever runs txnbot.${attribution(words)}`,
      words,
    };
  if (operation === 'requery')
    return {
      sentence: `The transfer service found nothing under the identifier ${code(asked)}. This says nothing about the transfer; check the digits. For a reference, use ${code(spelling.write('txn'))}.${attribution(words)}`,
      words,
    };
  const lead = `The transfer service has no record under the reference ${code(asked)}.`;
  const shape = shapeWords(asked);
  if (numberShape(asked) === 'session id') return { sentence: `${lead} It ${shape}. ${moneyCaution}` }; // asking again leads nowhere
  const seems = (knowsShape ? cutOffWords(asked) : undefined) ?? shape;
  const looks = seems === undefined ? '' : ` It ${seems}.`;
  return {
    sentence: `${lead}${looks} ${moneyCaution} If the transaction was created in the last minute, ask again.${identifierHint(details, spelling)}`,
    buttons: [...tryAgain, ...identifierButtons(details)],
  };
}
