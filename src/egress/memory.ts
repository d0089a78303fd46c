import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * undici's HTTP parser is WebAssembly. After some time V8 would recompile it, which takes more than 30 MiB that the
 * process never returns. The first compilation is fast enough. Import this module before undici.
 */
setFlagsFromString('--liftoff-only');

/** The engine's garbage collector, which only this flag makes available. */
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('globalThis.gc');

/** The number of body bytes between two collections. */
const passedBytesMax = 4 * 1024 * 1024;

/**
 * Call it for each chunk of a body that has passed, to free the chunks from time to time. They are outside V8's heap,
 * and V8 would let more than 32 MiB of them accumulate. A minor collection takes a millisecond.
 */
export function collector(): (passedBytes: number) => void {
  let passed = 0;
  return (passedBytes) => {
    passed += passedBytes;
    if (passed < passedBytesMax || typeof collect !== 'function') return;
    passed = 0;
    Reflect.apply(collect, undefined, [{ type: 'minor' }]);
  };
}
