import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../project-root.js';

const defaultMigrationsFolder = inProject('drizzle');

const breakpoint = '--> statement-breakpoint';
/** The first line of a contract migration: the first release that no longer uses the removed parts. */
const contractLine = /^-- contract: (\d+\.\d+\.\d+) \S/;

export interface MigrationEntry {
  name: string;
  /**
   * The time when the migration was made, in milliseconds since 1970. The list in the database identifies migrations by
   * it.
   */
  madeAtMs: number;
}

/**
 * A migration. *Expand* migrations only add, so that the previous version keeps working. *Contract* migrations remove
 * parts that no supported version uses any more.
 */
export interface Migration extends MigrationEntry {
  hash: string;
  statements: string[];
  /** For a contract migration: the oldest release that works with it. Null: it is an expand migration. */
  oldestRelease: string | null;
}

/** The names of this build's migrations, in their order. */
export function listMigrations(folder = defaultMigrationsFolder): MigrationEntry[] {
  const journal = readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { tag: string; when: number }[] };
  return entries.map(({ tag, when }) => ({ name: tag, madeAtMs: when }));
}

/** This build's migrations, in their order. */
export function readMigrations(folder = defaultMigrationsFolder): Migration[] {
  return listMigrations(folder).map((entry) => {
    const text = readFileSync(path.join(folder, `${entry.name}.sql`), 'utf8');
    return {
      ...entry,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split(breakpoint).flatMap((part) => part.trim() || []),
      oldestRelease: contractLine.exec(text)?.[1] ?? null,
    };
  });
}

/** Whether a release is older than another. Both have three numbers; any text after them is ignored. */
export function isOlder(release: string, than: string): boolean {
  const [one, other] = [release, than].map((each) => (each.match(/\d+/g) ?? []).slice(0, 3).map(Number));
  const index = one?.findIndex((number, at) => number !== other?.[at]) ?? -1;
  return index !== -1 && (one?.[index] ?? 0) < (other?.[index] ?? 0);
}

export function newerSchemaText(version: string, oldestRelease: string): string {
  return `The database needs Punctual ${oldestRelease} or newer, and this is ${version}. Start a newer version, or restore the backup from before the upgrade.`;
}
