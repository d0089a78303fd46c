import {
  measureClockSkew,
  readDatabaseFacts,
  readMigrationFacts,
  type ClockSkew,
  type MigrationFacts,
} from '../../services/health/facts.js';
import { examineKeys } from '../../services/encryption-keys/check.js';
import { attempt, note, ok, todo, unknown, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';

type DatabaseParts = Pick<DoctorParts, 'deps' | 'isUnset' | 'backends' | 'checkTimeoutMs'>;

/** The clock difference that leases, due times and signed URLs tolerate. */
const clockSkewMsMax = 1_000;

const database = { id: 'database', name: 'Database' };
const migrations = { id: 'migrations', name: 'Migrations' };
const keys = { id: 'keys', name: 'Encryption keys' };
const clock = { id: 'clock', name: 'Clock' };

export async function checkDatabase(parts: DatabaseParts): Promise<Finding[]> {
  const { deps, isUnset, backends, checkTimeoutMs } = parts;
  if (isUnset('DATABASE_URL')) return withoutDatabase('DATABASE_URL cannot be used: see Configuration.');
  const pooler = await attempt(checkTimeoutMs, () => deps.db.$poolerFault());
  if ('value' in pooler && pooler.value !== null) {
    const { what, cure } = pooler.value;
    return [todo(database, `${backends.database}: ${what}`, cure), ...restUnknown()];
  }
  const facts = await attempt(checkTimeoutMs, () => readDatabaseFacts(deps));
  if ('fault' in facts) {
    const first = todo(
      database,
      `Postgres at ${backends.database} does not answer. ${facts.fault}`,
      'Start it, or correct DATABASE_URL. If you have no database, npm start runs one for you.',
    );
    return [first, ...restUnknown()];
  }
  const { version, isReadOnly } = facts.value;
  const found = `Postgres ${version} at ${backends.database}`;
  const applied = await checkMigrations(parts);
  const [keysFound, clockFound] = await Promise.all([checkKeys(parts, applied), checkClock(parts)]);
  return [
    isReadOnly
      ? todo(database, `${found} is read-only.`, 'Set DATABASE_URL to the primary server.')
      : ok(database, found),
    applied,
    keysFound,
    clockFound,
  ];
}

const restUnknown = (): Finding[] => withoutDatabase('Unknown until the database answers.').slice(1);

function withoutDatabase(why: string): Finding[] {
  return [database, migrations, keys, clock].map((named) => unknown(named, why));
}

async function checkMigrations({ deps, checkTimeoutMs }: DatabaseParts): Promise<Finding> {
  const facts = await attempt(checkTimeoutMs, () => readMigrationFacts(deps));
  if ('fault' in facts) {
    return todo(
      migrations,
      `The list of migrations cannot be read. ${facts.fault}`,
      'Allow the database user to read the schema "drizzle".',
    );
  }
  return judgeMigrations(facts.value);
}

function judgeMigrations(facts: MigrationFacts): Finding {
  const { applied, pending, skipped, unknown: foreign, newerRelease } = facts;
  if (skipped.length > 0) {
    return todo(
      migrations,
      `Not applied, although later migrations are: ${skipped.join(', ')}.`,
      'No command can apply them now. Restore a backup of this database, or run their files in drizzle/ by hand.',
    );
  }
  if (newerRelease !== null) {
    return todo(
      migrations,
      `The database needs Punctual ${newerRelease} or newer.`,
      'Start a newer version, or restore the backup from before the upgrade.',
    );
  }
  if (pending.length > 0) {
    return todo(migrations, `Not applied: ${pending.join(', ')}.`, 'Run punctual setup.');
  }
  if (foreign > 0) {
    return note(migrations, `Migrations of a newer version: ${foreign}. This version works with them.`);
  }
  return ok(migrations, `All ${applied} migrations are applied.`);
}

async function checkKeys(
  { deps, isUnset, checkTimeoutMs }: DatabaseParts,
  applied: Finding,
): Promise<Finding> {
  if (isUnset('ENCRYPTION_KEYS')) return unknown(keys, 'ENCRYPTION_KEYS cannot be used: see Configuration.');
  if (applied.state === 'todo') return unknown(keys, 'Unknown until all migrations are applied.');
  const examined = await attempt(checkTimeoutMs, () => examineKeys(deps));
  if ('fault' in examined) {
    return todo(keys, `The keys cannot be checked. ${examined.fault}`, 'Look at the database first.');
  }
  const { unusable } = examined.value;
  if (unusable.length === 0) return ok(keys, 'They decrypt everything that is stored.');
  return todo(
    keys,
    `Stored data is encrypted with key ${unusable.join(', ')}, which is missing here or has a different value.`,
    'Add that key to ENCRYPTION_KEYS again, after the current one. Without it, account tokens are lost.',
  );
}

async function checkClock({ deps, checkTimeoutMs }: DatabaseParts): Promise<Finding> {
  const skew = await attempt(checkTimeoutMs, () => measureClockSkew(deps));
  if ('fault' in skew) {
    return todo(clock, `The database’s time cannot be read. ${skew.fault}`, 'Look at the database first.');
  }
  const { aheadMs, boundMs } = skew.value;
  const says = `The database’s clock is ${skewText(skew.value)} this machine’s clock (± ${Math.ceil(boundMs)} ms).`;
  if (Math.abs(aheadMs) - boundMs > clockSkewMsMax) {
    return todo(
      clock,
      says,
      'Synchronize the clocks of both machines with NTP. Punctual decides by the database’s clock.',
    );
  }
  return boundMs > clockSkewMsMax
    ? note(clock, `${says} The database answers too slowly for a better measurement.`)
    : ok(clock, says);
}

function skewText({ aheadMs }: ClockSkew): string {
  const ms = Math.round(aheadMs);
  return ms === 0 ? 'equal to' : `${Math.abs(ms)} ms ${ms > 0 ? 'ahead of' : 'behind'}`;
}
