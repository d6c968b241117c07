import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Has V8 take less memory, where that costs next to no time; call it once, before there is anything to do. */
export function spareMemory(): void {
  const isNode20 = process.version.startsWith('v20.');
  // V8 would let the heap grow to four times what lives in it before it collects the whole: a fifth of the memory under
  // load, for a collection that takes milliseconds. On Node 20 more gets among the old, and a half would slow it down.
  setFlagsFromString(`--heap-growing-percent=${isNode20 ? 100 : 50}`);
  // V8 would learn that some objects outlive a young collection, those of questions under way, and place them among the
  // old: from there each keeps its whole question until the whole heap is collected, for twice the time on the processor.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // Node's own `fetch` reads HTTP with WebAssembly. V8 would compile that a second time, for speed: twelve megabytes that
  // stay, for a few calls of Slack's Web API. It does so while either of these is on.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  // V8 would free the memory of a compilation in another thread than the one that took it, and the C library keeps it:
  // ten megabytes. Node 20 has no such compiler.
  if (!isNode20) setFlagsFromString('--no-maglev-destroy-on-background');
}

/**
 * Collects the whole heap and gives back to the system what is free. Left alone, V8 keeps on Node 24 what a rush took;
 * on Node 20 it gives it back within a minute, and takes this for a young collection. The process stands still for some
 * 50 ms.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc'); // to contexts that are made from now on
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' });
}
