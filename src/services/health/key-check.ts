import { eq, isNotNull, sql } from 'drizzle-orm';
import { keyChecks, socialAccounts } from '../../db/schema/index.js';
import type { ServiceDeps, VaultPlace } from '../shared/context.js';
import { sealedPlaces } from '../shared/secrets/sealed-columns.js';

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
  const { unusable, retired, isOwnNew } = await examineKeys(deps);
  for (const keyId of retired) await deps.db.delete(keyChecks).where(eq(keyChecks.keyId, keyId));
  if (unusable.length === 0 && isOwnNew) await leaveCheck(deps);
  return unusable;
}

/**
 * Like `findUnusableKeys`, but writes nothing, so that a process with a wrong key leaves no text that the right key
 * cannot decrypt.
 */
export async function readUnusableKeys(deps: KeyDeps): Promise<string[]> {
  return (await examineKeys(deps)).unusable;
}

/**
 * Compares this process's keys with the stored texts. `retired`: keys that no stored data needs. `isOwnNew`: the key
 * that this process encrypts with has no stored text yet.
 */
async function examineKeys(
  deps: KeyDeps,
): Promise<{ unusable: string[]; retired: string[]; isOwnNew: boolean }> {
  const rows = await deps.db.select().from(keyChecks);
  const ownId = ownKeyId(deps);
  const unusable: string[] = [];
  const retired: string[] = [];
  for (const { keyId, sealed } of rows) {
    if (opens(deps, keyId, sealed)) continue;
    const isNeeded = keyId === ownId || (await isInUse(deps, keyId));
    (isNeeded ? unusable : retired).push(keyId);
  }
  const isOwnNew = !rows.some(({ keyId }) => keyId === ownId);
  if (unusable.length === 0 && isOwnNew) unusable.push(...(await findUnknownInUse(deps)));
  return { unusable, retired, isOwnNew };
}

/** Throws if a key is unusable, for processes that must not run without their keys. */
export async function requireUsableKeys(deps: KeyDeps): Promise<void> {
  const unusable = await findUnusableKeys(deps);
  if (unusable.length === 0) return;
  throw new Error(
    `ENCRYPTION_KEYS cannot decrypt stored data: key ${unusable.join(', ')} is missing or has another value.`,
  );
}

async function leaveCheck({ db, clock, vault }: KeyDeps): Promise<void> {
  const keyId = ownKeyId({ vault });
  const sealed = vault.seal(knownText, placeOf(keyId));
  await db.insert(keyChecks).values({ keyId, sealed, createdAt: clock.now() }).onConflictDoNothing();
}

function ownKeyId({ vault }: Pick<KeyDeps, 'vault'>): string {
  return vault.keyIdOf(vault.seal(knownText, placeOf('')));
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
    ({ at }) => sql`exists (select 1 from ${at.table} where split_part(${at}, '.', 2) = ${keyId})`,
  );
  const [row] = await deps.db.execute<{ used: boolean }>(sql`select ${sql.join(uses, sql` or `)} as used`);
  return row?.used === true;
}

/** For a database without stored texts: checks the keys with one account's credentials. */
async function findUnknownInUse({ db, vault }: KeyDeps): Promise<string[]> {
  const [row] = await db
    .select({ id: socialAccounts.id, sealed: socialAccounts.credentials })
    .from(socialAccounts)
    .where(isNotNull(socialAccounts.credentials))
    .limit(1);
  if (row === undefined || row.sealed === null) return [];
  try {
    vault.open(row.sealed, { table: 'social_accounts', column: 'credentials', rowId: row.id });
    return [];
  } catch {
    return [vault.keyIdOf(row.sealed)];
  }
}
