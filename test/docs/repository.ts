import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..');

/** These folders are generated or installed, and contain none of our own texts. */
const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage']);

/** All files of the project, as paths from its root, with `/`. */
export const files: readonly string[] = walk('');

function walk(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (skipped.has(entry.name) || name === 'release') return [];
    return entry.isDirectory() ? walk(name) : [name];
  });
}

const folders = new Set(
  files.flatMap((file) => {
    const parts = file.split('/').slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  }),
);
const known = new Set(files);

export const exists = (name: string): boolean => {
  const plain = name.replace(/\/+$/, '');
  return plain === '' || known.has(plain) || folders.has(plain);
};

export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
