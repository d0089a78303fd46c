// Runs every check that needs no running service. The results are also written to .cache/verify.json for .ci/run.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { runNode } from './lib/build-step.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { inProject, secondsSince } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';

// By default, Redocly checks for a newer version of itself and reports its use to its vendor.
const quietRedocly = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};
/** Runs a program of node_modules/.bin and keeps its output. */
const tool = (name, args, env) => runNode([inProject('node_modules', '.bin', name), ...args], env);
/** TypeScript 7, which only checks here. It uses one thread, because another check runs beside it. */
const types = (...args) =>
  runNode([inProject('node_modules', 'typescript-7', 'bin', 'tsc'), '--singleThreaded', ...args]);
/** The slowest ones first, because two run at a time. */
const checks = [
  ['lint', 'oxlint', () => tool('oxlint', [])],
  ['format', 'prettier --check .', () => tool('prettier', ['--check', '.'])],
  ['types', 'tsc --noEmit', () => types('--noEmit', '-p', 'tsconfig.json')],
  ['dashboard types', 'tsc -p packages/dashboard', () => types('-p', 'packages/dashboard')],
  [
    'imports',
    'depcruise src packages',
    () => tool('depcruise', ['src', 'packages', '--config', '.dependency-cruiser.cjs']),
  ],
  ['dead code', 'knip', () => tool('knip', [])],
  ['migrations', 'drizzle-kit check', () => tool('drizzle-kit', ['check'])],
  ['schema drift', 'drizzle-kit generate (into a copy)', generatesNothing],
  ['workflow bundle', 'node scripts/bundle-workflows.mjs', () => runNode(['scripts/bundle-workflows.mjs'])],
  ['OpenAPI document', 'npm run openapi -- --check', () => runNode(['dist/bin/openapi.js', '--check'])],
  [
    'OpenAPI rules',
    'redocly lint openapi.json',
    () => tool('redocly', ['lint', 'openapi.json', '--format=stylish'], quietRedocly),
  ],
];

/** Whether the migrations match the schema: generating migrations into a copy must add none. */
async function generatesNothing() {
  const copy = inProject('.cache', 'drizzle');
  rmSync(copy, { recursive: true, force: true });
  cpSync(inProject('drizzle'), copy, { recursive: true });
  const options = ['--dialect=postgresql', '--schema=./src/db/schema/*.ts', '--out=./.cache/drizzle'];
  const result = await tool('drizzle-kit', ['generate', ...options]);
  return { ...result, ok: result.ok && result.output.includes('No schema changes') };
}

await setUp(ensureClientTypes, ensureBuilt);
const results = [];
const waiting = checks.values();
/** Runs checks one after the other, while any is waiting. */
async function runChecks() {
  for (const [name, command, check] of waiting) {
    const startMs = Date.now();
    const { ok, output } = await check();
    console.log(
      `${ok ? 'passed' : 'FAILED'}  ${name.padEnd(17)} ${secondsSince(startMs).padStart(7)}  ${command}`,
    );
    if (!ok) console.log(output.trimEnd().replace(/^/gm, '        '));
    results.push({ name, ok });
  }
}
await Promise.all([runChecks(), runChecks()]);
const failed = results.filter(({ ok }) => !ok).length;
mkdirSync(inProject('.cache'), { recursive: true });
writeFileSync(
  inProject('.cache', 'verify.json'),
  JSON.stringify({ passed: results.length - failed, failed }),
);
console.log(`${results.length - failed} checks passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
