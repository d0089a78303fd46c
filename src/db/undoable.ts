import type { Db, Tx } from './client.js';

class Undone<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('undone');
    this.result = result;
  }
}

/** Runs a transaction that can return a result and leave no trace: `undo` rolls back its writes. */
export async function undoable<T>(
  db: Db,
  work: (tx: Tx, undo: (result: T) => never) => Promise<T>,
): Promise<T> {
  const undo = (result: T): never => {
    throw new Undone(result);
  };
  try {
    return await db.transaction((tx) => work(tx, undo));
  } catch (error) {
    // Only `undo` throws this error.
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}
