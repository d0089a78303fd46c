import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, inProject, readText, sha256 } from './project.mjs';

const source = inProject('packages', 'dashboard');
const stampFile = inProject('dist', '.dashboard.json');
const indexFile = inProject('dist', 'dashboard', 'index.html');

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(file);
    return /\.test\.tsx?$|\.md$/.test(entry.name) ? [] : [file];
  });
}

/** Compares contents, not times, as for src/. */
function describeSources() {
  const files = [inProject('package-lock.json'), ...listFiles(source).sort()];
  return sha256(files.map((file) => `${file} ${sha256(readFileSync(file))}`).join('\n'));
}

/**
 * Starts to build the dashboard into dist/dashboard in a second process, unless the build is current. Returns
 * a function that waits for its end.
 */
export function beginDashboardBuild() {
  const hash = describeSources();
  if (JSON.parse(readText(stampFile) ?? '{}').hash === hash && existsSync(indexFile))
    return () => Promise.resolve();
  const args = [inProject('node_modules', 'vite', 'bin', 'vite.js'), 'build', source, '--logLevel', 'warn'];
  // Always a production build, whatever NODE_ENV says here: otherwise React is larger and slower.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return async () => {
    if ((await ended) !== 0) fail(`The dashboard cannot be built:\n${output}`);
    writeFileSync(stampFile, JSON.stringify({ hash }));
  };
}
