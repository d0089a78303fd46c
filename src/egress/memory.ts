import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * undici's HTTP parser is WebAssembly. V8 would compile it anew once it has been busy for a while, and that takes more
 * than 30 MiB which the process never gives back; the first version is quick enough. To be imported before undici.
 */
setFlagsFromString('--liftoff-only');

/** The engine's own garbage collector, which nothing but this flag makes known. */
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('globalThis.gc');

/** How much of a body passes between two collections. */
const passedBytesMax = 4 * 1024 * 1024;

/**
 * To be told of each piece of a body that has passed: frees them from time to time. They lie outside the engine's heap,
 * where it lets 32 MiB of them and more gather before it looks; a look at what is young takes it a millisecond.
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
