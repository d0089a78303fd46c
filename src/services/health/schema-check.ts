import { newerSchemaText } from '../../db/migrations.js';
import { readVersion } from '../../project-root.js';
import type { ServiceDeps } from '../shared/context.js';
import { findNewerRelease, readSchemaState } from './internal/migrations.js';

type SchemaDeps = Pick<ServiceDeps, 'db' | 'log'>;

/** Throws if this build cannot work with the database, for processes that would otherwise do damage. */
export async function requireSchema(deps: SchemaDeps): Promise<void> {
  const state = await readSchemaState(deps);
  if (state === 'pending') {
    throw new Error('The database lacks migrations of this version. Run punctual setup with this version.');
  }
  const fault = await findNewerSchemaFault(deps, state);
  if (fault !== null) throw new Error(fault);
}

/**
 * The reason why the database is too new for this build. Null if it is not, although a newer version may have migrated
 * it, which is then logged. Rejects if the database cannot be reached.
 */
export async function findNewerSchemaFault(
  deps: SchemaDeps,
  known?: Awaited<ReturnType<typeof readSchemaState>>,
): Promise<string | null> {
  const state = known ?? (await readSchemaState(deps));
  if (state === 'newer')
    deps.log.info('a newer version has migrated the database, and this version works with it');
  if (state !== 'too new') return null;
  const oldest = await findNewerRelease(deps);
  return oldest === null ? null : newerSchemaText(readVersion(), oldest);
}
