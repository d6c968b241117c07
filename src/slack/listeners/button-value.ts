import * as z from 'zod';

/** JSON as text. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is no JSON');
    return z.NEVER;
  }
});

/** A button that carries JSON. */
export function carrying<T>(carried: z.ZodType<T>) {
  return z.object({ value: json.pipe(carried) }).transform(({ value }) => value);
}
