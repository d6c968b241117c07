import type * as z from 'zod';

/** @returns `undefined` when the text is no JSON, or of another form */
export function parseJson<T>(text: string, form: z.ZodType<T>): T | undefined {
  try {
    return form.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
