import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Beside the code they test, and those in test/ that need neither a database nor Temporal. */
const unit = [
  'src/**/*.test.ts',
  'packages/**/*.test.ts',
  'test/platforms/*.test.ts',
  'test/sandbox/*.test.ts',
  'test/bench/*.test.ts',
  'test/docs/{claims,configuration,plain-words}.test.ts',
  'test/faults/lookup-ladder.test.ts',
  'test/guides/*.test.ts',
  'test/launcher/{lock,ports,processes,progress,temporal-cli,temporal-compose,terminal}.test.ts',
  'test/media/{hostile,probe,render,repack}.test.ts',
  'test/security/{platform-fetch,ssrf,ssrf-guarded-fetch,ssrf-rebinding}.test.ts',
];
/** What needs a real Bluesky server, whose packages are still being downloaded when a run on a fresh clone begins. */
const pds = ['**/*pds.test.ts', 'test/media/publish.test.ts'];
/** Tests that run the build as separate processes, or repeat something very often. */
const slow = [
  'test/conformance/*.test.ts',
  'test/e2e/*.test.ts',
  'test/faults/{named-points,rolling-restart}.test.ts',
  'test/media/{large-videos,large-videos-s3,publish-everywhere}.test.ts',
  'test/model/*.test.ts',
  'test/observability/{npm-signals,processes}.test.ts',
  'test/security/production-defaults.test.ts',
];
/** Tests in a real browser against the stack of `npm start`, and tests of what the browser gets. */
const browser = ['test/browser/*.test.ts', 'test/dashboard/*.test.ts'];
const never = ['**/node_modules/**', '**/dist/**'];
const servers = 'test/harness/global-setup.ts';

const slowProjects = ['slow', 'browser', 'pds'];

/** Starts the slow files early, each beside quick ones, so that the run does not end with waiting for one of them. */
class SlowBesideQuick extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = (file: TestSpecification): boolean => slowProjects.includes(file.project.name);
    const quick = sorted.filter((file) => !isSlow(file));
    const waits = (file: TestSpecification): boolean => file.project.name === 'pds';
    const slow = sorted.filter(isSlow);
    return [
      ...[...slow.filter((file) => !waits(file)), ...slow.filter(waits)].flatMap((file) => [
        file,
        ...quick.splice(0, quickForEachSlow),
      ]),
      ...quick,
    ];
  }
}
const quickForEachSlow = 4;

/** A project is set up only if one of its files runs: `npm test -- src/domain` starts no server. */
export default defineConfig({
  test: {
    pool: 'forks',
    // One more than two cores: many tests wait for a server, or for a process that they have killed.
    maxWorkers: Math.max(3, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { sequencer: SlowBesideQuick },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, exclude: [...never, ...pds], isolate: false } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: [...never, ...unit, ...slow, ...pds, ...browser],
          globalSetup: [servers],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slow,
          exclude: never,
          globalSetup: ['test/harness/build-setup.ts', servers],
        },
      },
      {
        extends: true,
        test: {
          name: 'pds',
          include: pds,
          exclude: never,
          globalSetup: ['test/harness/build-setup.ts', 'test/harness/pds-setup.ts', servers],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          exclude: never,
          globalSetup: ['test/browser/setup.ts', 'test/harness/build-setup.ts'],
        },
      },
    ],
  },
});
