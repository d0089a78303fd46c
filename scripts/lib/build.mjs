import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildStep, lastSources, listFiles, runNode } from './build-step.mjs';
import { bundleCommandLine } from './client-command-line.mjs';
import { bundleProgram } from './program.mjs';
import { fail, inProject } from './project.mjs';

const isScript = (name) => name.endsWith('.ts') && !name.endsWith('.test.ts');
/** Whether a file or folder belongs to the build. Helpers of the tests beside the sources do not. */
const isSource = (entry) => (entry.isDirectory() ? entry.name !== 'test' : isScript(entry.name));

const serviceConfigs = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
const workflowFolders = ['src/domain', 'src/workflows'];

/**
 * Builds the service, its workflow bundle, the program `punctual`, the client's commands and the dashboard into dist/,
 * each unless it is current.
 */
export async function ensureBuilt() {
  const sources = listFiles('src', isSource);
  removeStaleOutput(sources);
  // A failure is reported only after all steps have ended. Otherwise a compiler that is still running could overwrite
  // the output of the next build.
  const ended = await Promise.allSettled([
    buildDashboard(),
    buildCommandLine(),
    buildService(sources).then(() => buildWorkflows(sources)),
    buildProgram(sources),
  ]);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) fail(failed.reason.message);
}

/**
 * Deletes the output of deleted sources, which the compiler keeps. The compiler's own record is deleted as well,
 * because it would not compile a source again that returns unchanged.
 */
function removeStaleOutput(sources) {
  const compiled = lastSources('service');
  if (compiled === undefined) return rmSync(inProject('dist'), { recursive: true, force: true });
  const kept = new Set([...serviceConfigs, ...sources]);
  const stale = compiled.filter((file) => !kept.has(file));
  for (const file of stale) {
    const output = inProject('dist', path.relative('src', file).replace(/\.ts$/, '.js'));
    for (const name of [output, `${output}.map`, inProject('dist', '.tsbuildinfo')])
      rmSync(name, { force: true });
  }
}

const buildService = (sources) =>
  buildStep({
    id: 'service',
    title: 'the service',
    sources: [...serviceConfigs, ...sources],
    output: 'bin',
    build: async () => {
      const compiler = inProject('node_modules', 'typescript', 'bin', 'tsc');
      const { ok, output } = await runNode([compiler, '-p', 'tsconfig.build.json', '--pretty']);
      if (!ok) throw new Error(`The service does not compile:\n${output}`);
    },
  });

const buildWorkflows = (sources) =>
  buildStep({
    id: 'workflows',
    title: 'the workflow bundle',
    sources: [
      ...serviceConfigs,
      'scripts/bundle-workflows.mjs',
      'src/temporal/workflow-sources.ts',
      ...sources.filter((file) => workflowFolders.some((folder) => file.startsWith(`${folder}/`))),
    ],
    output: 'workflow-bundle.js',
    build: async () => {
      // The bundler runs in a separate process, because this one may have started before anything was installed.
      const { ok, output } = await runNode(['scripts/bundle-workflows.mjs']);
      if (!ok) throw new Error(`The workflows cannot be bundled: ${output}`);
    },
  });

/** The modules of the service as one program, which starts in half the time. Tests import the modules themselves. */
const buildProgram = (sources) =>
  buildStep({
    id: 'program',
    title: 'the program',
    sources: [...serviceConfigs, 'scripts/lib/program.mjs', 'scripts/lib/driver-patch.mjs', ...sources],
    output: 'program/punctual.js',
    build: () => {
      const folder = inProject('dist', 'program');
      rmSync(folder, { recursive: true, force: true });
      return bundleProgram(folder);
    },
  });

/** The commands of the client, which the server's `punctual` has, too. */
const buildCommandLine = () =>
  buildStep({
    id: 'command-line',
    title: 'the command line',
    sources: [
      'package-lock.json',
      'scripts/lib/client-command-line.mjs',
      // The generated types leave nothing in the code.
      ...listFiles('packages/client/src', (entry) => isSource(entry) && entry.name !== 'api-types.ts'),
    ],
    output: 'client/command-line.js',
    build: () => bundleCommandLine('command-line.ts', inProject('dist', 'client', 'command-line.js')),
  });

const buildDashboard = () =>
  buildStep({
    id: 'dashboard',
    title: 'the dashboard',
    sources: [
      'package-lock.json',
      ...['packages/dashboard', 'packages/client/src', 'src/domain'].flatMap((folder) =>
        listFiles(folder, ({ name }) => !/\.test\.tsx?$|\.md$/.test(name)),
      ),
    ],
    output: 'dashboard/index.html',
    build: async () => {
      const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
      // The build is always a production build, regardless of NODE_ENV here; otherwise React is larger and slower.
      const env = { ...process.env, NODE_ENV: 'production' };
      const { ok, output } = await runNode([vite, 'build', 'packages/dashboard', '--logLevel', 'warn'], env);
      if (!ok) throw new Error(`The dashboard cannot be built:\n${output}`);
    },
  });
