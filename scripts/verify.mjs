// Runs every check that needs no running service. The results are also written to .cache/verify.json for .ci/run.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, inProject, run, secondsSince, tool } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const quiet = { quiet: true };
// By default Redocly looks for a newer version of itself and reports its use to its vendor.
const quietRedocly = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};
const node = (...args) => run(process.execPath, args, quiet);
const checks = [
  ['format', 'prettier --check .', () => tool('prettier', ['--check', '.'], quiet)],
  ['types', 'tsc --noEmit', () => tool('tsc', ['--noEmit', '-p', 'tsconfig.json'], quiet)],
  ['dashboard types', 'tsc -p packages/dashboard', () => tool('tsc', ['-p', 'packages/dashboard'], quiet)],
  ['lint', 'eslint .', () => tool('eslint', ['.', '--max-warnings=0'], quiet)],
  [
    'imports',
    'depcruise src packages',
    () => tool('depcruise', ['src', 'packages', '--config', '.dependency-cruiser.cjs'], quiet),
  ],
  ['dead code', 'knip', () => tool('knip', [], quiet)],
  ['migrations', 'drizzle-kit check', () => tool('drizzle-kit', ['check'], quiet)],
  ['schema drift', 'drizzle-kit generate (into a copy)', generatesNothing],
  ['workflow bundle', 'node scripts/bundle-workflows.mjs', () => node('scripts/bundle-workflows.mjs')],
  ['OpenAPI document', 'npm run openapi -- --check', () => node('dist/bin/openapi.js', '--check')],
  [
    'OpenAPI rules',
    'redocly lint openapi.json',
    () => tool('redocly', ['lint', 'openapi.json', '--format=stylish'], { ...quiet, env: quietRedocly }),
  ],
];

/** Whether the migrations match the schema: generating migrations into a copy must add none. */
function generatesNothing() {
  const copy = inProject('.cache', 'drizzle');
  rmSync(copy, { recursive: true, force: true });
  cpSync(inProject('drizzle'), copy, { recursive: true });
  const options = ['--dialect=postgresql', '--schema=./src/db/schema/*.ts', '--out=./.cache/drizzle'];
  const result = tool('drizzle-kit', ['generate', ...options], quiet);
  return { ...result, ok: result.ok && result.output.includes('No schema changes') };
}

checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  ensureClientTypes();
  return ensureBuilt();
});
const results = checks.map(([name, command, check]) => {
  const startMs = Date.now();
  const { ok, output } = check();
  console.log(
    `${ok ? 'passed' : 'FAILED'}  ${name.padEnd(17)} ${secondsSince(startMs).padStart(7)}  ${command}`,
  );
  if (!ok) console.log(output.trimEnd().replace(/^/gm, '        '));
  return { name, ok };
});
const failed = results.filter(({ ok }) => !ok).length;
mkdirSync(inProject('.cache'), { recursive: true });
writeFileSync(
  inProject('.cache', 'verify.json'),
  JSON.stringify({ passed: results.length - failed, failed }),
);
console.log(`${results.length - failed} checks passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
