import * as z from 'zod';

/** Schema that parses JSON text. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is no JSON');
    return z.NEVER;
  }
});

/** Parses JSON text. @returns `undefined` when it is not valid JSON, or does not match `form` */
export function parseJson<T>(text: string, form: z.ZodType<T>): T | undefined {
  return json.pipe(form).safeParse(text).data;
}
