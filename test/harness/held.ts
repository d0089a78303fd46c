/** A value that hooks create. A test file can already refer to it before the hooks have run. */
export interface Held<T extends object> {
  /** A proxy for the latest value. Before there is a value, any access throws. */
  value: T;
  put: (value: T) => void;
}

export function createHeld<T extends object>(name: string): Held<T> {
  let current: T | undefined;
  const get = (): T => {
    if (current === undefined)
      throw new Error(`${name} is there once its hooks have run, in hooks and tests.`);
    return current;
  };
  const value = new Proxy({} as T, {
    get: (_target, key) => Reflect.get(get(), key) as unknown,
    set: (_target, key, next) => Reflect.set(get(), key, next),
    has: (_target, key) => Reflect.has(get(), key),
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor: (_target, key) => {
      const found = Reflect.getOwnPropertyDescriptor(get(), key);
      return found && { ...found, configurable: true };
    },
  });
  return { value, put: (next) => (current = next) };
}
