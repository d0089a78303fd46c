/** Makes something of the current object, once for each object. Only the latest is kept. */
export function onceForEach<T extends object, V>(current: () => T, make: (object: T) => V): () => V {
  let kept: { of: T; made: V } | undefined;
  return () => {
    const object = current();
    if (kept?.of !== object) kept = { of: object, made: make(object) };
    return kept.made;
  };
}
