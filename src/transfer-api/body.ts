import { parse } from 'lossless-json';
import { withhold } from '../sensitive-fields.ts';
import { Envelope, JsonObject } from './schemas.ts';

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

/** Keeps every digit; of two fields with one name the last counts. */
export function readBody(text: string): Body {
  let parsed: unknown;
  try {
    parsed = parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    return { kind: 'unreadable' }; // the parser's message quotes the body, so it is not kept
  }
  const { kept, withheld } = withhold({ value: parsed }, 'secret');
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
