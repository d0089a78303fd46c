import type postgres from 'postgres';

/**
 * The maximum number of prepared statements in a process. Later ones are not prepared, because connections keep
 * what they have.
 */
const statementsMax = 400;

type Client = postgres.Sql | postgres.TransactionSql;
type Unsafe = postgres.Sql['unsafe'];
type Work = (tx: postgres.TransactionSql) => unknown;

/**
 * Lets the query layer prepare its statements, which it does not do by itself. An unprepared one takes two round
 * trips and is planned each time. `prepare=false` in the database's URL turns this off, for poolers that share a
 * connection between transactions.
 */
export function withPreparedStatements(client: postgres.Sql): postgres.Sql {
  const texts = new Set<string>();
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
      prepareIn(tx);
      return work(tx);
    });
  };
  return Object.assign(client, { begin: beginPrepared as postgres.Sql['begin'] });
}
