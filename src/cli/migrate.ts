import { parseArgs } from 'node:util';
import {
  migrateDatabase,
  planMigrations,
  type PlannedMigration,
  type PlannedStatement,
} from '../db/migrate.js';
import { argumentFault } from './help.js';

export const migrateUsage = `Usage:
  punctual migrate [--plan] [--json]

Updates the database to this version. The command setup does this and everything else.

Options:
  --plan   Prints which migrations are pending, what each does to the tables, and whether the version before can keep
           running. Changes nothing.
  --json   Prints the plan for a program.`;

export interface MigrateCommand {
  databaseUrl: string;
  /** Default: the migrations of this build. */
  migrationsFolder?: string;
  print: (line: string) => void;
}

/** Runs the operators' `migrate` command. Returns the exit code. */
export async function runMigrate(args: readonly string[], command: MigrateCommand): Promise<number> {
  const { databaseUrl, migrationsFolder, print } = command;
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${migrateUsage}`);
    return 1;
  }
  const options = migrationsFolder === undefined ? {} : { migrationsFolder };
  if (!parsed.plan) {
    const applied = await migrateDatabase(databaseUrl, options);
    print(appliedText(applied));
    return 0;
  }
  const planned = await planMigrations(databaseUrl, options);
  print(parsed.json ? JSON.stringify(planned, null, 2) : planText(planned));
  return 0;
}

export function appliedText(names: readonly string[]): string {
  return names.length === 0
    ? 'The database is up to date.'
    : `The database is up to date. Applied: ${names.join(', ')}.`;
}

function parse(args: readonly string[]): { plan: boolean; json: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { plan: { type: 'boolean' }, json: { type: 'boolean' } },
    });
    const { plan = false, json = false } = values;
    return json && !plan ? '--json belongs to --plan.' : { plan, json };
  } catch (error) {
    return argumentFault(error);
  }
}

function planText(planned: readonly PlannedMigration[]): string {
  if (planned.length === 0) return 'The database is up to date: no migration is pending.';
  return [
    `Pending migrations: ${planned.length}. Nothing was changed.`,
    ...planned.flatMap(({ name, oldestRelease, statements }) => [
      '',
      `${name}: ${oldestRelease === null ? 'only adds (expand)' : `takes away (contract), needs ${oldestRelease} or newer`}`,
      ...statements.flatMap((each) => [`  ${each.sql};`, `    ${consequence(each)}`]),
    ]),
    '',
    advice(planned),
  ].join('\n');
}

function advice(planned: readonly PlannedMigration[]): string {
  const isCertain = planned.every(
    ({ oldestRelease, statements }) => oldestRelease !== null || statements.every(({ isExpand }) => isExpand),
  );
  if (!isCertain)
    return 'A statement of a migration that only adds may stop the version before: read it. If in doubt, stop all processes, run punctual setup, and start them with this version.';
  const oldest = planned.flatMap(({ oldestRelease }) => oldestRelease ?? []);
  return oldest.length === 0
    ? 'The version before keeps running: run punctual setup now, then restart the workers and the APIs one after the other with this version.'
    : `Processes older than ${oldest.join(', ')} stop working. If any still run, upgrade them first. Newer ones keep running: run punctual setup now, then restart the workers and the APIs one after the other with this version.`;
}

function consequence({ does, table, blocks, isLong, size }: PlannedStatement): string {
  if (table === null) return `${does}${blocks === 'unknown' ? '' : '; nobody waits'}`;
  const sized =
    size === null ? '' : ` (about ${size.rows.toLocaleString('en-US')} rows, ${mebibytes(size.bytes)} MiB)`;
  const duration = isLong ? ', longer for a larger table' : ' for a moment';
  const waits =
    blocks === 'nothing'
      ? `nobody waits${isLong ? ', and it takes longer for a larger table' : ''}`
      : `blocks ${blocks}${duration}`;
  return `${does}${sized}: ${waits}`;
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
