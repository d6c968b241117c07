import { numberShape } from '../reading/number-shape.ts';

/** What digits look like that are hardly a reference, to follow their name in a sentence. */
export function shapeWords(text: string): string | undefined {
  const shape = numberShape(text);
  if (shape === 'session id') return 'looks like a session id, which neither command takes';
  return shape === 'account or phone' ? 'looks like an account or a phone number' : undefined;
}
