// Every check that needs no running service. The results are also left in .cache/verify.json for .ci/run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, inProject, run, say, secondsSince, tool } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const quiet = { quiet: true };
const node = (...args) => run(process.execPath, args, quiet);
const checks = [
  ['format', 'prettier --check .', () => tool('prettier', ['--check', '.'], quiet)],
  ['types', 'tsc --noEmit', () => tool('tsc', ['--noEmit', '-p', 'tsconfig.json'], quiet)],
  ['lint', 'eslint .', () => tool('eslint', ['.', '--max-warnings=0'], quiet)],
  [
    'imports',
    'depcruise src',
    () => tool('depcruise', ['src', '--config', '.dependency-cruiser.cjs'], quiet),
  ],
  ['dead code', 'knip', () => tool('knip', [], quiet)],
  ['migrations', 'drizzle-kit check', () => tool('drizzle-kit', ['check'], quiet)],
  [
    'workflow bundle',
    'node scripts/check-workflow-bundle.mjs',
    () => node('scripts/check-workflow-bundle.mjs'),
  ],
  ['OpenAPI document', 'npm run openapi -- --check', () => node('dist/bin/openapi.js', '--check')],
];

checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  ensureBuilt();
});
const results = checks.map(([name, command, check]) => {
  const startMs = Date.now();
  const { ok, output } = check();
  say(`${ok ? 'passed' : 'FAILED'}  ${name.padEnd(17)} ${secondsSince(startMs).padStart(7)}  ${command}`);
  if (!ok) say(output.trimEnd().replace(/^/gm, '        '));
  return { name, ok };
});
const failed = results.filter(({ ok }) => !ok).length;
mkdirSync(inProject('.cache'), { recursive: true });
writeFileSync(
  inProject('.cache', 'verify.json'),
  JSON.stringify({ passed: results.length - failed, failed }),
);
say(`${results.length - failed} checks passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
