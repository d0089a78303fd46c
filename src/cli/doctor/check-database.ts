import {
  measureClockSkew,
  readDatabaseFacts,
  readMigrationFacts,
  type ClockSkew,
  type MigrationFacts,
} from '../../services/health/facts.js';
import { readUnusableKeys } from '../../services/health/key-check.js';
import { attempt, note, ok, todo, unknown, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';

/** What leases, due times and signed addresses bear without harm. */
const clockSkewMsMax = 1_000;

const database = { id: 'database', name: 'Database' };
const migrations = { id: 'migrations', name: 'Migrations' };
const keys = { id: 'keys', name: 'Encryption keys' };
const clock = { id: 'clock', name: 'Clock' };

export async function checkDatabase(parts: DoctorParts): Promise<Finding[]> {
  const { deps, isUnset, places, checkTimeoutMs } = parts;
  if (isUnset('DATABASE_URL')) return withoutDatabase('DATABASE_URL is not usable: see Configuration.');
  const facts = await attempt(checkTimeoutMs, () => readDatabaseFacts(deps));
  if ('fault' in facts) {
    const first = todo(
      database,
      `Postgres at ${places.database} cannot be asked. ${facts.fault}`,
      'Start it, or mend DATABASE_URL. Without a database of your own, npm start brings one.',
    );
    return [first, ...withoutDatabase('Not known while the database cannot be asked.').slice(1)];
  }
  const { version, isReadOnly } = facts.value;
  const found = `Postgres ${version} at ${places.database}`;
  const applied = await checkMigrations(parts);
  const [keysFound, clockFound] = await Promise.all([checkKeys(parts, applied), checkClock(parts)]);
  return [
    isReadOnly
      ? todo(
          database,
          `${found} can be read, and not written.`,
          'Let DATABASE_URL lead to the primary server.',
        )
      : ok(database, found),
    applied,
    keysFound,
    clockFound,
  ];
}

function withoutDatabase(why: string): Finding[] {
  return [database, migrations, keys, clock].map((named) => unknown(named, why));
}

async function checkMigrations({ deps, checkTimeoutMs }: DoctorParts): Promise<Finding> {
  const facts = await attempt(checkTimeoutMs, () => readMigrationFacts(deps));
  if ('fault' in facts) {
    return todo(
      migrations,
      `They cannot be read. ${facts.fault}`,
      'Let the database’s user read the schema drizzle.',
    );
  }
  return judgeMigrations(facts.value);
}

function judgeMigrations({ applied, pending, skipped, unknown: foreign }: MigrationFacts): Finding {
  if (skipped.length > 0) {
    return todo(
      migrations,
      `Not applied, although later ones are: ${skipped.join(', ')}.`,
      'No command applies them now. Go back to a backup of this database, or run their files in drizzle/ by hand.',
    );
  }
  if (foreign > 0) {
    return todo(
      migrations,
      `${foreign} of the database’s migrations are not of this build: a newer one has changed it.`,
      'Run the build that did, or a later one.',
    );
  }
  if (pending.length > 0) {
    return todo(migrations, `Not applied: ${pending.join(', ')}.`, 'Run npm run setup.');
  }
  return ok(migrations, `All ${applied} are applied.`);
}

async function checkKeys({ deps, isUnset, checkTimeoutMs }: DoctorParts, applied: Finding): Promise<Finding> {
  if (isUnset('ENCRYPTION_KEYS')) return unknown(keys, 'ENCRYPTION_KEYS is not usable: see Configuration.');
  if (applied.state !== 'ok') return unknown(keys, 'Not known before the migrations are as they must be.');
  const unusable = await attempt(checkTimeoutMs, () => readUnusableKeys(deps));
  if ('fault' in unusable) {
    return todo(keys, `They cannot be checked. ${unusable.fault}`, 'Look at the database first.');
  }
  if (unusable.value.length === 0) return ok(keys, 'They open what is stored.');
  return todo(
    keys,
    `Key ${unusable.value.join(', ')} has sealed what is stored, and is missing here or has other bytes.`,
    'Put that key back into ENCRYPTION_KEYS, behind the one that seals now. Without it, tokens of accounts are lost.',
  );
}

async function checkClock({ deps, checkTimeoutMs }: DoctorParts): Promise<Finding> {
  const skew = await attempt(checkTimeoutMs, () => measureClockSkew(deps));
  if ('fault' in skew) {
    return todo(clock, `The database’s time cannot be read. ${skew.fault}`, 'Look at the database first.');
  }
  const { aheadMs, boundMs } = skew.value;
  const says = `The database’s clock is ${skewText(skew.value)} this machine’s (± ${Math.ceil(boundMs)} ms).`;
  if (Math.abs(aheadMs) - boundMs > clockSkewMsMax) {
    return todo(
      clock,
      says,
      'Let both machines take their time from the same source (NTP): due times are compared between them.',
    );
  }
  return boundMs > clockSkewMsMax
    ? note(clock, `${says} The database answers too slowly to tell more.`)
    : ok(clock, says);
}

function skewText({ aheadMs }: ClockSkew): string {
  const ms = Math.round(aheadMs);
  return ms === 0 ? 'as' : `${Math.abs(ms)} ms ${ms > 0 ? 'ahead of' : 'behind'}`;
}
