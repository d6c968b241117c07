import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import * as z from 'zod';

/**
 * The service's bodies, after a parse that keeps every digit: a JSON number arrives as a
 * `LosslessNumber` and becomes the text of its digits here, never a float.
 */
const digits = z.custom<LosslessNumber>(isLosslessNumber).transform(String);
const asText = z.union([z.string(), digits, z.boolean().transform(String)]);

/** A field that is missing or of another type becomes `undefined`; the rest of the record stays valid. */
const text = asText.optional().catch(undefined);

const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

/**
 * "Appears as epoch milliseconds" (spec 2.2). A value that is not a time of this century in milliseconds is not
 * interpreted but shown as received.
 */
const epochMs = asText.transform(Number).pipe(z.int().min(earliestMs).max(latestMs)).optional().catch(undefined);

/** Any type: the spec (2.2) shows these fields only as null, or without their contents. */
const anything = z.unknown().optional();

export const Envelope = z.looseObject({
  success: z.boolean(),
  message: text,
  data: anything,
});

/** Any JSON object, as it came. */
export const JsonObject = z.record(z.string(), z.unknown()).refine((value) => !isLosslessNumber(value));

/**
 * Every field of spec 2.2; `undefined` when it did not arrive with the type that the spec gives. Fields beyond the spec
 * stay in the record that is kept beside this.
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

/** Spec 2.3. The spec does not explain `category`, so nothing depends on it. */
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
