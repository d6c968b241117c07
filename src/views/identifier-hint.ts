import type { Spelling } from '../command-names.ts';
import type { TransferApiErrorDetails } from '../errors.ts';
import { type ButtonOptions, runAction } from './blocks.ts';
import { code } from './mrkdwn.ts';

/** A number that is not a reference may be an identifier: how to ask for it, as another sentence. */
export function identifierHint(details: TransferApiErrorDetails, spelling: Spelling): string {
  return isNumber(details) ? ` If it is a transaction identifier, ask with ${code(spelling.write('tsq'))}.` : '';
}

/** The button that asks for it. */
export function identifierButtons(details: TransferApiErrorDetails): ButtonOptions[] {
  return isNumber(details) ? [{ label: 'Requery It', ...runAction('tsq', details.asked ?? '', 1) }] : [];
}

function isNumber({ operation, asked = '' }: TransferApiErrorDetails): boolean {
  return operation === 'transaction' && /^\d+$/.test(asked);
}
