import type { Db } from '../../db/client.js';
import { installation } from '../../db/schema/index.js';
import type { Installation } from '../../domain/workflow-contract.js';

/**
 * Creates a function that reads the installation to which this database belongs. The answer never changes, so it is
 * read once; after a failure, the next call reads again.
 */
export function createInstallationReader(db: Db): () => Promise<Installation> {
  let reading: Promise<Installation> | undefined;
  return () =>
    (reading ??= readInstallation(db).catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
}

async function readInstallation(db: Db): Promise<Installation> {
  const [row] = await db
    .select({ id: installation.id, taskQueue: installation.taskQueue })
    .from(installation);
  if (row === undefined)
    throw new Error('The table installation is empty. Restore the database from a backup.');
  return row;
}
