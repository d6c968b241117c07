import * as z from 'zod';

export const reference = z.string().min(1).max(200);

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is no JSON');
    return z.NEVER;
  }
});

/** The JSON that a button carries. */
export const carrying = <T>(carried: z.ZodType<T>) =>
  z.object({ value: json.pipe(carried) }).transform(({ value }) => value);

/** The value of a button under a card. */
export const Card = carrying(z.object({ reference }));
