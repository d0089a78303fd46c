import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * undici's HTTP parser is WebAssembly. After some time V8 would recompile it, and the process would never
 * return the more than 30 MiB that this takes. The first version is fast enough. Import this before undici.
 */
setFlagsFromString('--liftoff-only');

/** The engine's garbage collector. Only this flag makes it available. */
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('globalThis.gc');

/** How many bytes of a body pass between two collections. */
const passedBytesMax = 4 * 1024 * 1024;

/**
 * Call it for each chunk of a body that has passed, to free the chunks from time to time. They are outside V8's
 * heap, which lets more than 32 MiB of them gather before it looks. A minor collection takes a millisecond.
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
