import { sql, type SQL } from 'drizzle-orm';
import { createVault, type EncryptionKey } from '../../src/config/secrets.js';
import {
  connectCandidates,
  connectSessions,
  idempotencyKeys,
  socialAccounts,
  webhookEndpoints,
} from '../../src/db/schema/index.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import {
  sealedPlaces,
  type SealedColumn,
  type SealedPlace,
} from '../../src/services/shared/secrets/sealed-columns.js';
import { accountRow } from './account-rows.js';

type RowDeps = Pick<ServiceDeps, 'db' | 'clock' | 'newId'>;

/** The row of each table, identified by its `rowId`. */
const rowIds: Record<SealedPlace['table'], string> = {
  social_accounts: 'account',
  webhook_endpoints: 'endpoint',
  idempotency_keys: 'key:createPost:once',
  connect_sessions: 'session',
  connect_candidates: 'candidate',
};

/** Creates a row in each table with encrypted columns, all of which are encrypted with the key. */
export async function mintSealedRows(deps: RowDeps, workspaceId: string, key: EncryptionKey): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const account = accountRow(
    { ...deps, vault: createVault([key]) },
    { workspaceId, platform: 'X', sandbox: true, credentials: {} },
  );
  await db.insert(socialAccounts).values({ ...account, id: rowIds.social_accounts });
  await db.insert(webhookEndpoints).values({
    id: rowIds.webhook_endpoints,
    workspaceId,
    url: 'https://9.9.9.9/',
    status: 'ENABLED',
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(idempotencyKeys).values({
    credentialId: 'key',
    operation: 'createPost',
    key: 'once',
    requestId: 'req',
    fingerprint: '',
    lockedUntil: now,
    createdAt: now,
  });
  await db.insert(connectSessions).values({
    id: rowIds.connect_sessions,
    workspaceId,
    platform: 'X',
    sandbox: false,
    status: 'PENDING',
    credentialTries: 0,
    createdAt: now,
    expiresAt: now,
  });
  await db.insert(connectCandidates).values({
    id: rowIds.connect_candidates,
    sessionId: rowIds.connect_sessions,
    position: 0,
    externalAccountId: 'external',
    handle: 'handle',
    missingScopes: [],
  });
  for (const column of sealedPlaces) await sealColumn(deps, column, key);
}

/** Encrypts the name of the column with the key, and stores the result in the row of `mintSealedRows`. */
export async function sealColumn(
  { db }: Pick<RowDeps, 'db'>,
  column: SealedColumn,
  key: EncryptionKey,
): Promise<void> {
  const { place, at } = column;
  const sealed = createVault([key]).seal(nameOf(column), { ...place, rowId: rowIds[place.table] });
  await db.execute(
    sql`update ${at.table} set ${sql.identifier(place.column)} = ${sealed} where ${isRow(column)}`,
  );
}

/** Decrypts what `sealColumn` has stored. */
export async function openColumn(
  { db }: Pick<RowDeps, 'db'>,
  column: SealedColumn,
  key: EncryptionKey,
): Promise<string> {
  const { place, at } = column;
  const [row] = await db.select({ sealed: at }).from(at.table).where(isRow(column));
  return createVault([key]).open(String(row?.sealed), { ...place, rowId: rowIds[place.table] });
}

export const nameOf = ({ place }: SealedColumn): string => `${place.table}.${place.column}`;

const isRow = ({ place, rowKey }: SealedColumn): SQL =>
  sql`concat_ws(':', ${sql.join([...rowKey], sql`, `)}) = ${rowIds[place.table]}`;

/**
 * Returns the columns of the whole database with a value that the key has encrypted, whether they are in the list or
 * not.
 */
export async function columnsWithKey({ db }: RowDeps, keyId: string): Promise<string[]> {
  const columns = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character varying')`);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const [row] = await db.execute(sql`
      select 1 from ${sql.identifier(table)}
      where ${sql.identifier(column)}::text ~ ${`v1\\.${keyId}\\.`} limit 1`);
    if (row !== undefined) found.push(`${table}.${column}`);
  }
  return found.sort();
}
