import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beginDashboardBuild } from './dashboard-build.mjs';
import { copyDocs } from './docs-build.mjs';
import { fail, inProject, readText, run, say, secondsSince, sha256, tool } from './project.mjs';

const dist = inProject('dist');
const stampFile = path.join(dist, '.build.json');

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    // Helpers of the tests beside the sources are not built.
    if (entry.isDirectory()) return entry.name === 'test' ? [] : listSources(file);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [file] : [];
  });
}

/** Compares contents, not times: a checkout touches files that it does not change. */
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

/** Builds src/, the dashboard and the docs into dist/, unless the build is current. */
export async function ensureBuilt() {
  const wanted = describeSources();
  const built = JSON.parse(readText(stampFile) ?? '{}');
  const isCompiled = built.hash === wanted.hash && existsSync(path.join(dist, 'bin'));
  const kept = new Set(wanted.files);
  // The compiler does not delete the output of a deleted source.
  if (!isCompiled && (built.files === undefined || built.files.some((file) => !kept.has(file))))
    rmSync(dist, { recursive: true, force: true });
  const dashboardBuilt = beginDashboardBuild();
  if (!isCompiled) compile(wanted);
  copyDocs();
  await dashboardBuilt();
}

function compile(wanted) {
  say('Building ...');
  const startMs = Date.now();
  rmSync(stampFile, { force: true });
  const { ok } = tool('tsc', ['-p', 'tsconfig.build.json']);
  if (!ok) fail('The build failed. The compiler’s messages are above.');
  // A separate process, because this one may have started before anything was installed.
  const bundled = run(process.execPath, ['scripts/bundle-workflows.mjs'], { quiet: true });
  if (!bundled.ok) fail(`The workflows cannot be bundled: ${bundled.output}`);
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, JSON.stringify(wanted));
  say(`Built in ${secondsSince(startMs)}.`);
}
