import type postgres from 'postgres';
import { settingsForTransaction, type ServerSettings } from './server-settings.js';

/**
 * The maximum number of prepared statements in a process. Later statements are not prepared, because connections never
 * drop prepared ones.
 */
const statementsMax = 400;

type Client = postgres.Sql | postgres.TransactionSql;
type Unsafe = postgres.Sql['unsafe'];
type Work = (tx: postgres.TransactionSql) => unknown;

/**
 * Lets the query layer prepare its statements, which it does not do by itself. An unprepared one takes two round
 * trips and is planned each time. `prepare=false` in the database's URL turns this off, for poolers that share a
 * connection between transactions. Each transaction begins with `settings`, if there are any.
 */
export function withPreparedStatements(client: postgres.Sql, settings: ServerSettings): postgres.Sql {
  const texts = new Set<string>();
  const setting = settingsForTransaction(settings);
  const isPrepared = (text: string): boolean => {
    if (texts.has(text)) return true;
    if (texts.size >= statementsMax) return false;
    texts.add(text);
    return true;
  };
  const prepareIn = (one: Client): void => {
    const unsafe: Unsafe = one.unsafe.bind(one);
    one.unsafe = ((text, parameters = [], options = {}) =>
      unsafe(text, parameters, {
        ...options,
        prepare: parameters.length > 0 && isPrepared(text),
      })) as Unsafe;
  };
  prepareIn(client);
  const begin = client.begin.bind(client) as (...args: unknown[]) => unknown;
  const beginPrepared = (...args: [Work] | [string, Work]): unknown => {
    const work = args.length === 1 ? args[0] : args[1];
    return begin(...args.slice(0, -1), (tx: postgres.TransactionSql) => {
      // The setting is sent together with the first statement. If it fails, so does the transaction.
      if (setting !== null) void tx.unsafe(setting).execute();
      prepareIn(tx);
      return work(tx);
    });
  };
  return Object.assign(client, { begin: beginPrepared as postgres.Sql['begin'] });
}
