import type { ServiceDeps } from '../shared/context.js';
import { readSchemaState } from './internal/migrations.js';

type SchemaDeps = Pick<ServiceDeps, 'db' | 'log'>;

/** Throws if the database lacks migrations of this build, for processes that cannot work without them. */
export async function requireSchema(deps: SchemaDeps): Promise<void> {
  const state = await readSchemaState(deps);
  if (state === 'pending') {
    throw new Error('The database lacks migrations of this version. Run punctual setup with this version.');
  }
  if (state === 'newer') warnOfNewerSchema(deps);
}

/** Logs that a newer version has migrated the database. An unreachable database is reported elsewhere. */
export async function tellNewerSchema(deps: SchemaDeps): Promise<void> {
  const state = await readSchemaState(deps).catch(() => null);
  if (state === 'newer') warnOfNewerSchema(deps);
}

function warnOfNewerSchema({ log }: SchemaDeps): void {
  log.warn(
    'The database was migrated by a newer version. Start that version here, too, or restore the backup from before the upgrade.',
  );
}
