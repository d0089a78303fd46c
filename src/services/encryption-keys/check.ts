import { eq, isNotNull, sql } from 'drizzle-orm';
import { keyChecks } from '../../db/schema/index.js';
import type { ServiceDeps, VaultPlace } from '../shared/context.js';
import { keyIdIn, sealedPlaces } from '../shared/secrets/sealed-columns.js';

type KeyDeps = Pick<ServiceDeps, 'db' | 'clock' | 'vault'>;

const knownText = 'punctual';
const placeOf = (keyId: string): VaultPlace => ({ table: 'key_checks', column: 'sealed', rowId: keyId });

/**
 * The ids of encryption keys that have encrypted stored data and that this process does not have, or has with
 * other bytes. A process without such a key would find accounts without credentials, and would encrypt data
 * that the others cannot decrypt.
 *
 * For each key that encrypts, the first process that uses it stores a known text, encrypted with that key.
 */
export async function findUnusableKeys(deps: KeyDeps): Promise<string[]> {
  const { unusable, retired, checked } = await examineKeys(deps);
  for (const keyId of retired) await deps.db.delete(keyChecks).where(eq(keyChecks.keyId, keyId));
  if (unusable.length === 0 && !checked.includes(deps.vault.keyIds[0])) await leaveCheck(deps);
  return unusable;
}

/** Throws if a key is unusable, for processes that must not run without their keys. */
export async function requireUsableKeys(deps: KeyDeps): Promise<void> {
  const unusable = await findUnusableKeys(deps);
  if (unusable.length === 0) return;
  throw new Error(
    `ENCRYPTION_KEYS cannot decrypt stored data: key ${unusable.join(', ')} is missing or has another value. Add that key to ENCRYPTION_KEYS again, after the current one.`,
  );
}

export interface KeysExamined {
  /** The keys that stored data needs and that this process does not have, or has with other bytes. */
  unusable: string[];
  /** The keys with a stored text that no stored data needs and that this process does not have. */
  retired: string[];
  /** The keys that have a stored text, because a process has encrypted with them. */
  checked: string[];
}

/**
 * Compares this process's keys with the stored texts. It writes nothing, so that a process with a wrong key leaves no
 * text that the right key cannot decrypt.
 */
export async function examineKeys(deps: KeyDeps): Promise<KeysExamined> {
  const rows = await deps.db.select().from(keyChecks);
  const [ownId] = deps.vault.keyIds;
  const unusable: string[] = [];
  const retired: string[] = [];
  for (const { keyId, sealed } of rows) {
    if (opens(deps, keyId, sealed)) continue;
    const isNeeded = keyId === ownId || (await isInUse(deps, keyId));
    (isNeeded ? unusable : retired).push(keyId);
  }
  const checked = rows.map(({ keyId }) => keyId);
  if (unusable.length === 0 && !checked.includes(ownId)) unusable.push(...(await findUnknownInUse(deps)));
  return { unusable, retired, checked };
}

async function leaveCheck({ db, clock, vault }: KeyDeps): Promise<void> {
  const [keyId] = vault.keyIds;
  const sealed = vault.seal(knownText, placeOf(keyId));
  await db.insert(keyChecks).values({ keyId, sealed, createdAt: clock.now() }).onConflictDoNothing();
}

function opens({ vault }: KeyDeps, keyId: string, sealed: string): boolean {
  try {
    return vault.open(sealed, placeOf(keyId)) === knownText;
  } catch {
    return false;
  }
}

async function isInUse(deps: KeyDeps, keyId: string): Promise<boolean> {
  const uses = sealedPlaces.map(
    ({ at }) => sql`exists (select 1 from ${at.table} where ${keyIdIn(at)} = ${keyId})`,
  );
  const [row] = await deps.db.execute<{ used: boolean }>(sql`select ${sql.join(uses, sql` or `)} as used`);
  return row?.used === true;
}

/** Checks the keys with one value of each column, for a database without stored texts. */
async function findUnknownInUse({ db, vault }: KeyDeps): Promise<string[]> {
  const unknown = new Set<string>();
  for (const { place, at, rowKey } of sealedPlaces) {
    const [row] = await db
      .select({
        rowId: sql<string>`concat_ws(':', ${sql.join([...rowKey], sql`, `)})`,
        sealed: at,
        keyId: keyIdIn(at),
      })
      .from(at.table)
      .where(isNotNull(at))
      .limit(1);
    if (row === undefined) continue;
    try {
      vault.open(String(row.sealed), { ...place, rowId: row.rowId });
    } catch {
      unknown.add(row.keyId);
    }
  }
  return [...unknown];
}
