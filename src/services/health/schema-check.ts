import { newerSchemaText } from '../../db/migrations.js';
import { readVersion } from '../../project-root.js';
import type { ServiceDeps } from '../shared/context.js';
import { readSchema, type Schema } from './internal/migrations.js';

type SchemaDeps = Pick<ServiceDeps, 'db' | 'log'>;

/** Throws if this build cannot work with the database, for processes that would otherwise do damage. */
export async function requireSchema(deps: SchemaDeps): Promise<void> {
  const schema = await readSchema(deps);
  if (schema.state === 'pending') {
    throw new Error('The database lacks migrations of this version. Run punctual setup with this version.');
  }
  const fault = judgeNewerSchema(deps, schema);
  if (fault !== null) throw new Error(fault);
}

/**
 * The reason why the database is too new for this build. Null if it is not, although a newer version may have migrated
 * it, which is then logged. Rejects if the database cannot be reached.
 */
export async function findNewerSchemaFault(deps: SchemaDeps): Promise<string | null> {
  return judgeNewerSchema(deps, await readSchema(deps));
}

function judgeNewerSchema({ log }: SchemaDeps, { state, newerRelease }: Schema): string | null {
  if (state === 'newer')
    log.info('a newer version has migrated the database, and this version works with it');
  return newerRelease === null ? null : newerSchemaText(readVersion(), newerRelease);
}
