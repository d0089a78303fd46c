import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { bundleLaterWorkflows } from './later-bundle.js';

/** The migrations of the later version: it adds a column, and then an index, while the version before runs. */
export const laterMigrations = {
  '9000_later_column': 'ALTER TABLE "posts" ADD COLUMN "later_note" text;',
  '9001_later_index': 'CREATE INDEX CONCURRENTLY "posts_later_note" ON "posts" USING btree ("later_note");',
} as const;

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** Makes a copy of a release with another number, other workflows and another migration, as a next version would be. */
export async function makeLaterRelease(folder: string): Promise<{ folder: string; remove: () => void }> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'punctual-later-release-'));
  const later = path.join(scratch, 'punctual');
  cpSync(folder, later, { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', later]);
  const inLater = (...parts: string[]): string => path.join(later, ...parts);
  const { code } = await bundleLaterWorkflows();
  writeFileSync(inLater('dist', 'workflow-bundle.js'), code);
  const manifest = JSON.parse(readFileSync(inLater('package.json'), 'utf8')) as { version: string };
  writeFileSync(
    inLater('package.json'),
    JSON.stringify({ ...manifest, version: `${manifest.version}-later` }),
  );
  const journalFile = inLater('drizzle', 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as Journal;
  for (const [tag, sql] of Object.entries(laterMigrations)) {
    writeFileSync(inLater('drizzle', `${tag}.sql`), sql);
    const last = journal.entries.at(-1);
    const [idx, when] = [(last?.idx ?? 0) + 1, (last?.when ?? 0) + 1];
    journal.entries.push({ idx, version: '7', when, tag, breakpoints: true });
  }
  writeFileSync(journalFile, JSON.stringify(journal));
  execFileSync('chmod', ['-R', 'a+rX', scratch]);
  return { folder: later, remove: () => rmSync(scratch, { recursive: true, force: true }) };
}
