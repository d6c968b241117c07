import { isLosslessNumber, type LosslessNumber, parse } from 'lossless-json';
import * as z from 'zod';
import { JsonObject, mayHoldFields, redact } from './fields.ts';

/**
 * The service's bodies, after a parse that keeps every digit: a JSON number arrives as a
 * `LosslessNumber` and becomes the text of its digits, never a float.
 */
const digits = z.custom<LosslessNumber>(isLosslessNumber).transform(String);
const asText = z.union([z.string(), digits, z.boolean().transform(String)]);

/** A field that is missing or of another type becomes `undefined`. */
const text = asText.optional().catch(undefined);

const Envelope = z.looseObject({
  success: z.boolean(),
  message: text,
  data: z.unknown().optional(),
});

/** Spec 2.3. The spec does not explain `category`, so nothing depends on it. */
export const Bank = z.looseObject(
  {
    institutionCode: z
      .string('is missing or no text')
      .trim()
      .regex(/^\d{6}$/, 'is not six digits'),
    institutionName: z
      .string('is missing or no text')
      .transform((name) => name.replace(/\s+/g, ' ').trim())
      .pipe(z.string().min(1, 'is empty')),
    category: text,
  },
  'is no object',
);
export type Bank = z.infer<typeof Bank>;

/**
 * A response body after one parse: the envelope of spec 2.1, other JSON, or neither. Secret fields are removed here;
 * `withheld` has their names.
 */
export type Body =
  | {
      kind: 'envelope';
      success: boolean;
      message: string | undefined;
      data: unknown;
      rest: Record<string, unknown>;
      withheld: string[];
    }
  | { kind: 'json'; value: unknown; withheld: string[] }
  | { kind: 'unreadable' };

/** Two texts of JSON would be none together, and nobody would find a secret field in them. */
const scalar = z.union([asText, z.null().transform(String)]).refine((text) => !mayHoldFields(text));

/** Two values under one name: both as one text, which is no status, amount or id that either is; or a word of it. */
function readTwice({ oldValue, newValue }: { oldValue: unknown; newValue: unknown }): string {
  const both = z.tuple([scalar, scalar]).safeParse([oldValue, newValue]);
  return both.success ? both.data.join(' and also ') : 'given twice, not alike';
}

/** Keeps every digit. */
export function readBody(text: string): Body {
  let parsed: unknown;
  try {
    parsed = parse(text, null, { onDuplicateKey: readTwice });
  } catch {
    return { kind: 'unreadable' }; // the parser's message quotes the body, so it is not kept
  }
  const { kept, withheld } = redact({ value: parsed }, 'secret');
  const { value } = kept;
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) return { kind: 'json', value, withheld };
  const { success, message, data, ...others } = envelope.data;
  // A message that is not text stays in `rest`, with the other fields of the envelope.
  const given = JsonObject.safeParse(value).data?.message;
  const rest = message === undefined && given !== undefined && given !== null ? { message: given, ...others } : others;
  return { kind: 'envelope', success, message, data, rest, withheld };
}

/** The service's words about a failed call: the `message` of the envelope or of other JSON. */
export function messageOf(body: Body): string | undefined {
  if (body.kind === 'envelope') return body.message || undefined;
  const object = body.kind === 'json' ? JsonObject.safeParse(body.value) : undefined;
  const message = object?.success ? object.data.message : undefined;
  return typeof message === 'string' && message ? message : undefined;
}

export interface BankListAnswer {
  banks: Bank[];
  /** How many entries were left out because they are not banks of spec 2.3. */
  droppedCount: number;
  /** Those of them with a name and a code that is not six digits; at most `withoutCodeMax`. */
  withoutCode: readonly Pick<Bank, 'institutionCode' | 'institutionName'>[];
  /** What is wrong with those, each once: names, no values. */
  faults: readonly string[];
}

/** An entry that no transfer can use; its code is only shown. */
const EntryWithoutCode = Bank.pick({ institutionName: true }).extend({
  institutionCode: asText.transform((code) => code.trim().slice(0, 20)).pipe(z.string().min(1)),
});
/** In a list of which more lack a code, most is left out, or it has tens of thousands. */
const withoutCodeMax = 1_000;

/** Keeps what is a bank of spec 2.3. */
export function readBankList(entries: readonly unknown[]): BankListAnswer {
  const banks: Bank[] = [];
  const withoutCode: z.infer<typeof EntryWithoutCode>[] = [];
  const faults = new Set<string>();
  for (const entry of entries) {
    const bank = Bank.safeParse(entry);
    if (bank.success) {
      banks.push(bank.data);
      continue;
    }
    for (const { path, message } of bank.error.issues) faults.add(`${path.join('.') || 'an entry'} ${message}`);
    const named = EntryWithoutCode.safeParse(entry);
    if (named.success && withoutCode.length < withoutCodeMax) withoutCode.push(named.data);
  }
  return { banks, droppedCount: entries.length - banks.length, withoutCode, faults: [...faults] };
}
