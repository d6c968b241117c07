import { foldBlanks } from '../plain-text.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import { scalarText } from './json-values.ts';
import { entriesOfTransfer } from './requery-entries.ts';
import type { Told } from './telling-words.ts';
import { toldBy, toldByCode } from './told-by.ts';

interface Telling {
  key: string;
  text: string;
  /** Empty where it tells nothing known. */
  told: readonly Told[];
  isCode: boolean;
}

export const codeKey = /(?:^|response|status|result|error)[_-]?code$/i;
/** What the service says. A bare description, or the reason of a payment, is what a customer says. */
const textKey =
  /(?:message|msg|remarks?|reason|text|(?:response|status|state|result|feedback|error|code)[_-]?desc(?:ription)?|^error)$/i;
const ofCustomer = /^(?:payment|transfer|transaction)[_-]?(?:remarks?|reason|text|message)$/i;
/** Of an envelope, "Successful" alone is about the question. */
const ofTransfer = /\b(?:transaction|transfer|payment|approved|credited|paid|value|funds?|beneficiary)\b/i;

/** The texts and codes of an answer that can tell something of the transfer, beside its status. */
export function* tellingsOf({
  success,
  message,
  payload,
  rest,
}: Pick<RequeryAnswer, 'success' | 'message' | 'payload' | 'rest'>): Iterable<Telling> {
  const envelope = foldBlanks(message ?? '');
  const told = toldBy(envelope).filter((groups) => !groups.includes('settled') || ofTransfer.test(envelope));
  if (envelope !== '') yield { key: 'message', text: envelope, told, isCode: false };
  if (success === false)
    yield { key: 'success', text: 'false', told: [['failed', 'moving', 'reversed']], isCode: true };
  for (const [key, value] of entriesOfTransfer({ payload, rest })) {
    const text = foldBlanks(scalarText(value) ?? '');
    if (text === '') continue;
    const isCode = codeKey.test(key);
    if (isCode) yield { key, text, told: toldByCode(text), isCode };
    else if (textKey.test(key) && !ofCustomer.test(key))
      yield { key, text, told: /^\d+$/.test(text) ? toldByCode(text) : toldBy(text), isCode };
  }
}
