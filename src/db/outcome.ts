import { AsyncLocalStorage } from 'node:async_hooks';
import type postgres from 'postgres';
import { inChain, isDbUnavailable, sqlStateOf } from './errors.js';

/** The connection was lost after a statement was sent whose changes the server may have stored. */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super('the connection was lost before the database said whether it stored the change', { cause });
    this.name = 'OutcomeUnknownError';
  }
}

export function isOutcomeUnknown(error: unknown): boolean {
  return inChain(error, (one) => (one instanceof OutcomeUnknownError ? true : undefined)) ?? false;
}

/** The changes that were stored during a request. */
interface Changes {
  made: boolean;
}

const changes = new AsyncLocalStorage<Changes | undefined>();

/** Runs work during which `hasChanged` reports whether anything was stored. */
export const noticingChanges = <T>(work: () => T): T => changes.run({ made: false }, work);

/** Whether anything was stored so far. Undefined if changes are not tracked. */
export const hasChanged = (): boolean | undefined => changes.getStore()?.made;

/**
 * Runs writes that `hasChanged` ignores, because their result does not matter to the caller, such as a request's own
 * records.
 */
export async function unnoticed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await changes.run(undefined, work);
  } catch (error) {
    throw inChain(error, (one) => (one instanceof OutcomeUnknownError ? one.cause : undefined)) ?? error;
  }
}

type Unsafe = postgres.Sql['unsafe'];
type Work = (tx: postgres.TransactionSql) => unknown;

/** Fields of the driver's queries that its types do not declare. */
interface Settled {
  /** The connection on which the query was sent. */
  state: object | null;
  resolve: (rows: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Separates failures that certainly changed nothing from those that may have changed something. If the connection is
 * lost after COMMIT was sent, or during a single statement that writes, the call fails with OutcomeUnknownError. Reads
 * and uncommitted work keep their error.
 */
export function withKnownOutcomes(client: postgres.Sql): postgres.Sql {
  const unsafe: Unsafe = client.unsafe.bind(client);
  const watched = ((text, parameters, options) => {
    const query = unsafe(text, parameters, options);
    watch(query as unknown as Settled, text);
    return query;
  }) as Unsafe;
  const begin = client.begin.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const beginWatched = async (...args: [Work] | [string, Work]): Promise<unknown> => {
    const work = args.length === 1 ? args[0] : args[1];
    const texts = new Set<string>();
    const state = { isCommitting: false };
    try {
      const result = await begin(...args.slice(0, -1), async (tx: postgres.TransactionSql) => {
        noteTexts(tx, texts);
        const done = await work(tx);
        state.isCommitting = true;
        return done;
      });
      noteChange(changes.getStore(), texts);
      return result;
    } catch (error) {
      throw state.isCommitting && [...texts].some(mayChange) ? asUnknown(error) : error;
    }
  };
  return Object.assign(client, { unsafe: watched, begin: beginWatched as postgres.Sql['begin'] });
}

function watch(query: Settled, text: string): void {
  const { resolve, reject } = query;
  const store = changes.getStore();
  query.resolve = (rows) => {
    noteChange(store, [text]);
    resolve(rows);
  };
  query.reject = (error) => reject(query.state !== null && mayChange(text) ? asUnknown(error) : error);
}

function noteTexts(tx: postgres.TransactionSql, texts: Set<string>): void {
  const unsafe: Unsafe = tx.unsafe.bind(tx);
  tx.unsafe = ((text, parameters, options) => {
    texts.add(text);
    return unsafe(text, parameters, options);
  }) as Unsafe;
  const savepoint = tx.savepoint.bind(tx) as (work: Work) => Promise<unknown>;
  tx.savepoint = ((work: Work) =>
    savepoint((inner: postgres.TransactionSql) => {
      noteTexts(inner, texts);
      return work(inner);
    })) as typeof tx.savepoint;
}

function noteChange(store: Changes | undefined, texts: Iterable<string>): void {
  if (store !== undefined && !store.made) store.made = [...texts].some(mayChange);
}

/**
 * Turns a lost connection into OutcomeUnknownError. A server that lacks resources (class 53) has responded, so it
 * changed nothing.
 */
function asUnknown(error: unknown): unknown {
  const isAnswer = sqlStateOf(error)?.startsWith('53') === true;
  return isDbUnavailable(error) && !isAnswer ? new OutcomeUnknownError(error) : error;
}

/** Whether a statement may change data; true if in doubt. `for update` locks and changes nothing. */
function mayChange(text: string): boolean {
  return /\b(insert|update|delete|merge|truncate)\b/i.test(text.replace(/for (no key )?update/gi, ''));
}
