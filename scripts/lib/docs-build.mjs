import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, readText, sha256 } from './project.mjs';

const stampFile = inProject('dist', '.docs.json');
const served = /\.(md|png|svg)$/;

function listFiles(folder) {
  return readdirSync(inProject(folder), { recursive: true })
    .filter((name) => served.test(name))
    .map((name) => path.join(folder, name));
}

/** Copies the files that /docs serves into dist/, unless the copy is current. */
export function copyDocs() {
  const files = ['README.md', ...listFiles('docs').sort()];
  const hash = sha256(files.map((file) => `${file} ${sha256(readFileSync(inProject(file)))}`).join('\n'));
  if (JSON.parse(readText(stampFile) ?? '{}').hash === hash) return;
  rmSync(inProject('dist', 'docs'), { recursive: true, force: true });
  for (const file of files) {
    const copy = inProject('dist', file);
    mkdirSync(path.dirname(copy), { recursive: true });
    cpSync(inProject(file), copy);
  }
  writeFileSync(stampFile, JSON.stringify({ hash }));
}
