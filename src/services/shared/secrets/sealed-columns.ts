import { sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import {
  connectCandidates,
  connectSessions,
  idempotencyKeys,
  socialAccounts,
  webhookEndpoints,
} from '../../../db/schema/index.js';

/**
 * The columns with encrypted values that outlive their request. The vault encrypts for no other column, so a key that
 * is still needed is never considered unused, and `keys rotate` leaves no value out.
 */
const sealedColumns = {
  social_accounts: { credentials: socialAccounts.credentials },
  webhook_endpoints: {
    secret: webhookEndpoints.secret,
    previous_secret: webhookEndpoints.previousSecret,
  },
  idempotency_keys: { answer: idempotencyKeys.answer, fingerprint: idempotencyKeys.fingerprint },
  connect_sessions: {
    authorize_url: connectSessions.authorizeUrl,
    code_verifier: connectSessions.codeVerifier,
    carried: connectSessions.carried,
    ticket: connectSessions.ticket,
  },
  connect_candidates: { credentials: connectCandidates.credentials },
} as const;

/** The kind of encrypted values in each table, as text for people. */
export const sealedValueNames: Readonly<Record<SealedTable, string>> = {
  social_accounts: 'account tokens',
  webhook_endpoints: 'webhook secrets',
  idempotency_keys: 'values of Idempotency-Keys',
  connect_sessions: 'values of connect sessions',
  connect_candidates: 'tokens of connect sessions',
};

type Columns = typeof sealedColumns;
type SealedTable = keyof Columns;

export type SealedPlace = {
  [T in keyof Columns]: { table: T; column: keyof Columns[T] };
}[keyof Columns];

export interface SealedColumn {
  place: SealedPlace;
  /** The column in the schema. */
  at: PgColumn;
  /** The table's primary key. Its values, joined by colons, are the `rowId` that values are encrypted for. */
  rowKey: readonly PgColumn[];
}

/** All columns of `sealedColumns` as a list. */
export const sealedPlaces: readonly SealedColumn[] = Object.entries<Readonly<Record<string, PgColumn>>>(
  sealedColumns,
).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, at]) => ({
    place: { table, column } as SealedPlace,
    at,
    rowKey: primaryKeyOf(at.table),
  })),
);

function primaryKeyOf(table: PgTable): readonly PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
}

/** The beginning of an encrypted value with its key's id, so that Postgres need not read all of a long value. */
const startChars = 24;

/** The id of the key that a column's value is encrypted with. */
export function keyIdIn(column: PgColumn): SQL<string> {
  return sql<string>`split_part(left(${column}, ${sql.raw(String(startChars))}), '.', 2)`;
}
