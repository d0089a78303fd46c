import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  connectCandidates,
  connectSessions,
  idempotencyKeys,
  socialAccounts,
  webhookEndpoints,
} from '../../../db/schema/index.js';

/**
 * The columns with encrypted values that outlive their request. The vault encrypts for no other column, so a key that
 * is still needed is never taken for unused.
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

type Columns = typeof sealedColumns;

export type SealedPlace = {
  [T in keyof Columns]: { table: T; column: keyof Columns[T] };
}[keyof Columns];

const byTable: Readonly<Record<string, Readonly<Record<string, PgColumn>>>> = sealedColumns;

/** All columns of `sealedColumns` as a list. */
export const sealedPlaces: readonly { table: string; column: string; at: PgColumn }[] = Object.entries(
  byTable,
).flatMap(([table, columns]) => Object.entries(columns).map(([column, at]) => ({ table, column, at })));
