/** Caches the result of `make` for as long as `current` returns the same object. */
export function onceForEach<T extends object, V>(current: () => T, make: (object: T) => V): () => V {
  let kept: { of: T; made: V } | undefined;
  return () => {
    const object = current();
    if (kept?.of !== object) kept = { of: object, made: make(object) };
    return kept.made;
  };
}
