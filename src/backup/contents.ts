import { z } from 'zod';

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const tablesMax = 1_000;

/**
 * The first entry of a backup, `backup.json`: everything that must be known before its rows are read. The rest of an
 * archive is `tables/<table>/<number>`, the rows as Postgres's COPY writes them; `media/<number>.jsonl`, the files that
 * the rows refer to; and `contents.json`.
 */
export const backupHead = z.object({
  format: z.literal(1),
  /** The newest migration of the database, as the list of migrations names it: milliseconds since 1970. */
  migration: z.number().int().positive(),
  /** When the backup began, by the database's clock. What was written later is missing. */
  takenAt: z.iso.datetime(),
  /** The encryption keys that stored values need, with a fingerprint that does not reveal them. */
  keys: z.array(z.object({ id: z.string().max(16), fingerprint: z.string().max(64) })).max(100),
  /** The tables are in an order in which the rows can be inserted. */
  tables: z.array(z.object({ name, columns: z.array(name).min(1).max(tablesMax) })).max(tablesMax),
});
export type BackupHead = z.infer<typeof backupHead>;
export type BackupTable = BackupHead['tables'][number];

/** The last entry, `contents.json`. An archive without it is incomplete. */
export const backupContents = z.object({
  tables: z.record(
    name,
    z.object({
      rows: z.number().int().nonnegative(),
      bytes: z.number().int().nonnegative(),
      sha256: z.string().length(64),
    }),
  ),
  /** The last value of each sequence. */
  sequences: z.record(name, z.string().regex(/^\d{1,19}$/)),
  media: z.object({ files: z.number().int().nonnegative(), bytes: z.number().int().nonnegative() }),
});
export type BackupContents = z.infer<typeof backupContents>;

/** A fault of a backup file, or of the database that it is to be restored into. Its message is for operators. */
export class BackupError extends Error {
  override name = 'BackupError';
}
