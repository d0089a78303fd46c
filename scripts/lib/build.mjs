import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, inProject, readText, run, say, secondsSince, sha256, tool } from './project.mjs';

const dist = inProject('dist');
const stampFile = path.join(dist, '.build.json');

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    // What tests need beside them is not built.
    if (entry.isDirectory()) return entry.name === 'test' ? [] : listSources(file);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [file] : [];
  });
}

/** Contents rather than times: a checkout touches files that it does not change. */
function describeSources() {
  const configs = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map((name) =>
    inProject(name),
  );
  const files = listSources(inProject('src')).sort();
  const hash = sha256(
    [...configs, ...files].map((file) => `${file} ${sha256(readFileSync(file))}`).join('\n'),
  );
  return { hash, files };
}

/** Compiles src/ into dist/ unless dist/ already is what src/ says. */
export function ensureBuilt() {
  const wanted = describeSources();
  const built = JSON.parse(readText(stampFile) ?? '{}');
  if (built.hash === wanted.hash && existsSync(path.join(dist, 'bin'))) return;
  const kept = new Set(wanted.files);
  // The compiler does not remove what a deleted source left behind.
  if (built.files === undefined || built.files.some((file) => !kept.has(file)))
    rmSync(dist, { recursive: true, force: true });
  say('Building ...');
  const startMs = Date.now();
  rmSync(stampFile, { force: true });
  const { ok } = tool('tsc', ['-p', 'tsconfig.build.json']);
  if (!ok) fail('The build failed; the compiler says why above.');
  // A process of its own, because this one may have started before anything was installed.
  const bundled = run(process.execPath, ['scripts/bundle-workflows.mjs'], { quiet: true });
  if (!bundled.ok) fail(`The workflows cannot be bundled: ${bundled.output}`);
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, JSON.stringify(wanted));
  say(`Built in ${secondsSince(startMs)}.`);
}
