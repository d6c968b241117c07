import type { Transaction } from '../transfer-api/schemas.ts';
import { amount } from './amount.ts';
import { code, date, outside } from './mrkdwn.ts';
import { accountLine, otherSide } from './parties.ts';

/** The other side, the ids, the money and the times of a record, each under its label; mrkdwn. */
export function recordColumns(txn: Transaction, currency: string | undefined): string[] {
  const { label, party } = otherSide(txn);
  const money = (text: string | undefined) => (text?.trim() ? outside(amount(text, currency)) : '');
  return [
    field(label, [outside(party.name ?? ''), accountLine(party)], '\n'),
    field('Reference', [code(txn.reference ?? '')]),
    field('Session', [code(txn.sessionId ?? '')]),
    paired('Charge', money(txn.charge), 'Net', money(withCents(txn.netAmount)), ' · '),
    paired('Created', time(txn.createdAt), 'completed', time(txn.completedAt, txn.createdAt), ' → '),
  ].filter((text) => text !== '');
}

/** The net amount is a JSON number (spec 2.2), which drops the zeros that the other amounts have. */
function withCents(text: string | undefined): string | undefined {
  if (text === undefined || !/^-?\d+(?:\.\d)?$/.test(text)) return text;
  return text.includes('.') ? `${text}0` : `${text}.00`;
}

const hourMs = 3_600_000;

/** Leaves out the date of a time that comes soon after another one. */
function time(epochMs: number | undefined, afterMs?: number): string {
  if (epochMs === undefined) return '';
  const isSoonAfter = afterMs !== undefined && epochMs >= afterMs && epochMs - afterMs < hourMs;
  return date(epochMs, isSoonAfter ? 'time' : 'full');
}

function field(label: string, lines: string[], separator = ' '): string {
  const value = lines.filter((line) => line !== '').join(separator);
  return value === '' ? '' : `*${label}*\n${value}`;
}

/** Two values under one label; when one did not arrive, its half of the label is left out. */
function paired(firstLabel: string, first: string, secondLabel: string, second: string, separator: string): string {
  const label = [first && firstLabel, second && secondLabel].filter((part) => part !== '').join(separator);
  const capital = label.charAt(0).toUpperCase() + label.slice(1);
  return field(capital, [first, second], separator);
}
