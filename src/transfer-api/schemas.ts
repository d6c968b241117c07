import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import * as z from 'zod';

/**
 * The service's bodies, after a parse that keeps every digit: a JSON number arrives as a
 * `LosslessNumber` and becomes the text of its digits here, never a float.
 */
const digits = z.custom<LosslessNumber>(isLosslessNumber).transform(String);
const asText = z.union([z.string(), digits, z.boolean().transform(String)]);

/** A field that is missing or of another type does not lose the record it stands in. */
const text = asText.optional().catch(undefined);

const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

/**
 * "Appears as epoch milliseconds" (spec 2.2). Whatever does not read as a time of this century
 * in milliseconds stays uninterpreted, and is shown as it came.
 */
const epochMs = asText.transform(Number).pipe(z.int().min(earliestMs).max(latestMs)).optional().catch(undefined);

/** Null is observed and the type when set is not shown, or the contents are not (spec 2.2). */
const anything = z.unknown().optional();

export const Envelope = z.looseObject({
  success: z.boolean(),
  message: text,
  data: anything,
});

/** Any JSON object, as it came. */
export const JsonObject = z.record(z.string(), z.unknown()).refine((value) => !isLosslessNumber(value));

/**
 * Spec 2.2, every field; `undefined` is a field that did not arrive as what the spec says. Fields
 * beyond the spec are not named here: they stay in the record that is kept beside this.
 */
export const Transaction = z.object({
  id: text,
  userId: text,
  accountId: anything,
  amount: text,
  charge: text,
  netAmount: text,
  description: text,
  destinationAccountNumber: text,
  destinationAccountName: text,
  destinationBankCode: text,
  destinationBankName: text,
  sourceAccountNumber: text,
  sourceAccountName: text,
  sourceBankCode: text,
  sourceBankName: text,
  reference: text,
  transactionTypeName: text,
  category: text,
  type: text,
  stampDuty: anything,
  sessionId: text,
  status: text,
  reversedFlag: text,
  utilityType: anything,
  details: anything,
  completedAt: epochMs,
  createdAt: epochMs,
  updatedAt: epochMs,
});
export type Transaction = z.infer<typeof Transaction>;

/** Spec 2.3. The meaning of `category` is not shown, so nothing hangs on it. */
export const Bank = z.looseObject({
  institutionCode: z
    .string()
    .trim()
    .regex(/^\d{6}$/),
  institutionName: z
    .string()
    .transform((name) => name.replace(/\s+/g, ' ').trim())
    .pipe(z.string().min(1)),
  category: text,
});
export type Bank = z.infer<typeof Bank>;
