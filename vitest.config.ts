import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { askAgainMs, waitMsMax } from './test/harness/patience.js';
import { isWholeTier, slowOrder, systemFiles, systemOnly, systemOrder, tier } from './test/harness/tiers.js';

/** Beside the code they test, and those in test/ that need neither a database nor Temporal. */
const unit = [
  'src/**/*.test.ts',
  'packages/**/*.test.ts',
  'test/platforms/**/*.test.ts',
  'test/publishing/*.test.ts',
  'test/sandbox/*.test.ts',
  'test/bench/*.test.ts',
  'test/client/models.test.ts',
  'test/deploy/{monitoring,packaging,surroundings}.test.ts',
  'test/docs/*.test.ts',
  'test/faults/{judge-parts,lookup-ladder}.test.ts',
  'test/guides/*.test.ts',
  'test/launcher/{lock,ports,postgres-package,processes,progress,setup-lock,temporal-cli,temporal-compose,terminal}.test.ts',
  'test/media/{hostile,probe,render,repack}.test.ts',
  'test/security/{platform-fetch,ssrf,ssrf-guarded-fetch,ssrf-rebinding}.test.ts',
];
/** What needs a real Bluesky server, whose packages are still being downloaded when a run on a fresh clone begins. */
const pds = ['**/*pds.test.ts', 'test/media/publish.test.ts'];
/** Tests in a real browser against the stack of `npm start`, and tests of what the browser gets. */
const browser = ['test/browser/*.test.ts', 'test/dashboard/*.test.ts'];
/** The one walk through the dashboard that the statements have. */
const browserWalk = ['test/dashboard/story.test.ts'];
const never = ['**/node_modules/**', '**/dist/**'];
const servers = 'test/harness/global-setup.ts';

/**
 * Starts the slow files early, each beside quick ones, so that the run does not end with waiting for one of them. Slow
 * and quick ones are in one project where possible, because a worker cannot change projects: a new one loads all modules again.
 */
class SlowBesideQuick extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const order = ({ project, moduleId }: TestSpecification): number | undefined =>
      slowProjects.get(project.name) ?? systemOrder(moduleId);
    const others = sorted.filter((file) => order(file) === undefined);
    // `sorted` has the files of one project after those of another.
    const quick = [...new Set(others.map(({ project }) => project))].flatMap((project) => {
      const own = others.filter((file) => file.project === project);
      return own.toSorted((one, other) => slowOrder(one.moduleId) - slowOrder(other.moduleId));
    });
    const slow = sorted
      .filter((file) => order(file) !== undefined)
      .sort((one, other) => (order(one) ?? 0) - (order(other) ?? 0));
    return [...slow.flatMap((file) => [file, ...quick.splice(0, quickForEachSlow)]), ...quick];
  }
}
/** After the slow files of other projects, in this order. */
const slowProjects = new Map([
  ['browser', 1_000],
  ['pds', 2_000],
]);
const quickForEachSlow = 4;

const files = {
  statements: { exclude: systemOnly },
  system: { include: systemFiles, exclude: [] },
  all: { exclude: [] },
}[tier];

/**
 * In a run of a whole tier, imports of `src` lead to the build, which such a run makes anyway. That saves each worker from
 * transforming the sources. A run of selected files takes the sources as they are, and a workflow is never taken from
 * the build, because the model replaces Temporal's library in it.
 */
const importBuild = {
  name: 'import-build',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !source.startsWith('.') || !source.endsWith('.js')) return null;
    const file = path.relative(sources, path.resolve(path.dirname(importer), source));
    if (file.startsWith('..') || file.startsWith('workflows/')) return null;
    const isSource = existsSync(path.join(sources, file.replace(/js$/, 'ts')));
    const built = path.join(import.meta.dirname, 'dist', file);
    return isSource && existsSync(built) ? { id: built, external: true } : null;
  },
};
const sources = path.join(import.meta.dirname, 'src');

/** A project is set up only if one of its files runs: `npm test -- src/domain` starts no server. */
export default defineConfig({
  plugins: isWholeTier ? [importBuild] : [],
  test: {
    server: { deps: { external: [/\/dist\//] } },
    pool: 'forks',
    // More than the cores: most tests of the statements wait for Temporal, Postgres or a time. Those of the system run
    // processes of their own.
    maxWorkers: availableParallelism() + (tier === 'statements' ? 3 : 1),
    // Bounds for what hangs, far beyond what a slow machine needs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: waitMsMax, interval: askAgainMs } },
    setupFiles: 'test/harness/late-reads.ts',
    sequence: { sequencer: SlowBesideQuick },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: tier === 'system' ? [] : unit,
          exclude: [...never, ...pds],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          ...files,
          exclude: [...never, ...unit, ...pds, ...browser, ...files.exclude],
          globalSetup: ['test/harness/build-setup.ts', servers],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'pds',
          include: tier === 'statements' ? [] : pds,
          exclude: never,
          globalSetup: ['test/harness/build-setup.ts', 'test/harness/pds-setup.ts', servers],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: tier === 'statements' ? browserWalk : browser,
          exclude: never,
          globalSetup: ['test/browser/setup.ts', 'test/harness/build-setup.ts'],
          isolate: false,
        },
      },
    ],
  },
});
