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

/** @returns `undefined` when the text is no JSON, or of another form */
export function parseJson<T>(text: string, form: z.ZodType<T>): T | undefined {
  return json.pipe(form).safeParse(text).data;
}
