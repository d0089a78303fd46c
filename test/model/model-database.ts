import { drizzle } from 'drizzle-orm/postgres-js';
import type { Db } from '../../src/db/client.js';
import * as schema from '../../src/db/schema/index.js';

/** The two writes around a public call: the one that permits it, and the one that records its outcome. */
export type CallWrite = 'claim' | 'record';

/** Hooks around such a write. A hook that throws simulates a lost connection. */
export interface WriteHooks {
  /** Called before a statement outside of a transaction. It may take any time, because no lock is held. */
  before: (kind: CallWrite) => Promise<void>;
  /** Called within a transaction, before its COMMIT. */
  beforeCommit: (kind: CallWrite) => void;
  after: (kind: CallWrite) => Promise<void>;
}

type Send = (text: string, ...rest: unknown[]) => Promise<unknown[]> & { values: () => Promise<unknown[]> };
type Begin = (work: (tx: object) => Promise<unknown>) => Promise<unknown>;

/** The same database, with these hooks wherever a claim or an outcome is written. */
export function withWriteHooks(db: Db, hooks: WriteHooks): Db {
  const client = new Proxy(db.$client, {
    get(target, name) {
      if (name === 'unsafe') return hookedSend(target.unsafe.bind(target) as unknown as Send, hooks);
      if (name === 'begin') return hookedBegin(target.begin.bind(target), hooks);
      return Reflect.get(target, name) as unknown;
    },
  });
  return Object.assign(drizzle(client, { schema }), { $hurried: db.$hurried, $poolerFault: db.$poolerFault });
}

/** The database has closed the connection, as the driver reports it. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection';
  readonly code = 'CONNECTION_CLOSED';
}

export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && (error instanceof LostConnection || isLostConnection(error.cause));
}

function hookedSend(send: Send, hooks: WriteHooks) {
  return (text: string, ...rest: unknown[]) => {
    const kind = kindOf(text);
    if (kind === undefined) return send(text, ...rest);
    const around = async (run: () => Promise<unknown[]>): Promise<unknown[]> => {
      await hooks.before(kind);
      const rows = await run();
      // If there was nothing to claim, nothing was written.
      if (rows.length > 0) await hooks.after(kind);
      return rows;
    };
    // Like the driver's query, it is sent only when it is awaited, for its rows as objects or as arrays.
    return {
      then: <T>(...listeners: Parameters<Promise<T>['then']>) =>
        around(() => send(text, ...rest)).then(...(listeners as [never, never])),
      values: () => around(() => send(text, ...rest).values()),
    };
  };
}

function hookedBegin(begin: Begin, hooks: WriteHooks) {
  return async (work: (tx: object) => Promise<unknown>): Promise<unknown> => {
    let kind: CallWrite | undefined;
    const result = await begin(async (tx) => {
      const noted = new Proxy(tx, {
        get(target, name) {
          const member = Reflect.get(target, name) as unknown;
          if (name !== 'unsafe') return member;
          return (text: string, ...rest: unknown[]) => {
            kind ??= kindOf(text);
            return (member as Send)(text, ...rest);
          };
        },
      });
      const done = await work(noted);
      if (kind !== undefined) hooks.beforeCommit(kind);
      return done;
    });
    if (kind !== undefined) await hooks.after(kind);
    return result;
  };
}

function kindOf(text: string): CallWrite | undefined {
  if (/insert into "?(publish|change)_attempts"?/.test(text)) return 'claim';
  return /update "?(publish|change)_attempts"?/.test(text) ? 'record' : undefined;
}
