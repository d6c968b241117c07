import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// V8 has `gc` in contexts alone that are made under this flag.
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('globalThis.gc');
setFlagsFromString('--no-expose-gc');

/** Collects the whole heap at once. */
export function collectGarbage(): void {
  if (typeof collect === 'function') collect();
}
