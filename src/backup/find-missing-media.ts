import { openMaintenance } from '../db/maintenance.js';
import type { Storage } from '../storage/storage.js';
import { readMediaFiles } from './catalog.js';

const atOnceMax = 16;

/**
 * Compares the media files that a database refers to with the storage. `missing` contains the keys of the files that
 * the storage lacks.
 */
export async function findMissingMedia(
  databaseUrl: string,
  storage: Pick<Storage, 'stat'>,
): Promise<{ files: number; missing: string[] }> {
  const sql = openMaintenance(databaseUrl, { connectionsMax: 1 });
  const missing: string[] = [];
  let files = 0;
  try {
    for await (const page of readMediaFiles(sql)) {
      files += page.length;
      for (let from = 0; from < page.length; from += atOnceMax) {
        const keys = page.slice(from, from + atOnceMax).map(({ key }) => key);
        const found = await Promise.all(keys.map((key) => storage.stat(key)));
        missing.push(...keys.filter((_key, index) => found[index] === null));
      }
    }
    return { files, missing };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
