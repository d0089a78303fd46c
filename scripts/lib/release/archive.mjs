import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { filesOf } from './contents.mjs';

/** Level 19 takes seven times as long for a tenth less. */
const compressionLevel = 9;

/**
 * Packs a folder into FOLDER.tar.zst. The same files result in the same bytes: entries are sorted, have the time of the
 * commit, and no owner. Node.js 20 has no Zstandard, and a library has the same results everywhere.
 */
export async function packFolder(folder, dateSeconds) {
  const [{ pack }, { Zstd }] = await Promise.all([import('tar-stream'), import('@hpcc-js/wasm-zstd')]);
  const tar = pack();
  for (const file of filesOf(folder)) {
    const place = path.join(folder, file);
    const mode = statSync(place).mode & 0o777;
    const name = `${path.basename(folder)}/${file}`;
    tar.entry({ name, mode, mtime: new Date(dateSeconds * 1000) }, readFileSync(place));
  }
  tar.finalize();
  const zstd = await Zstd.load();
  const archive = `${folder}.tar.zst`;
  // A test may be reading the archive of an earlier run.
  writeFileSync(`${archive}.part`, zstd.compress(await buffer(tar), compressionLevel));
  renameSync(`${archive}.part`, archive);
  return archive;
}
