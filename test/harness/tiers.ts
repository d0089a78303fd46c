/**
 * The tests that a run takes. `npm test` runs the statements: everything except the files of `systemPaths`, with the
 * small form of those that have one. `npm run test:system` runs the files of `systemPaths` in full, and `npm run
 * test:all` both.
 */
export type Tier = 'statements' | 'system' | 'all';

/** Whether this runs all files of a tier, as `npm test` does if no files are named. */
export const isWholeTier = process.env['TEST_TIER'] !== undefined;

/** Without a tier, as for `npx vitest`, all files can be named. */
export const tier = (process.env['TEST_TIER'] ?? 'all') as Tier;

/**
 * Folders, and files without their ending, that run the build as separate processes, a real browser or a real Bluesky
 * server, repeat something very often, or test races and outages. Those that take longest come first, because a run
 * begins with them.
 */
const systemPaths = [
  'test/conformance/',
  'test/faults/named-points',
  'test/e2e/',
  'test/model/model',
  'test/media/publish-everywhere',
  'test/media/large-videos',
  'test/media/large-videos-s3',
  'test/release/',
  'test/upgrade/',
  'test/deploy/image-root',
  'test/faults/rolling-restart',
  'test/faults/killed-rotation',
  'test/observability/processes',
  'test/security/production-defaults',
  'test/model/vigilance',
  'test/time/a-',
  'test/workflows/other-version',
  'test/workflows/renewal',
  'test/workflows/crowds',
  'test/workflows/reconnection',
  'test/workflows/after-restore',
  'test/workflows/ready-ahead',
  'test/model/restore-regressions',
  'test/observability/trace-replay',
  'test/races/due-races',
  'test/security/rights-at-write',
  'test/security/media-from-url',
  'test/api/partly-public-allowed',
  'test/api/counts',
  'test/workflows/sweep',
  'test/workflows/debts',
  'test/workflows/upgraded-rows',
  'test/workflows/namespace',
  'test/workflows/two-installations',
  'test/comments/room',
  'test/db/pooler',
  'test/db/lost-connections',
  'test/launcher/postgres-port',
  'test/api/examples',
  'test/cli/certify-stops',
  'test/launcher/help',
  'test/backup/',
  'test/settings/',
  'test/webhooks/isolation',
  'test/client/samples',
  'test/client/installed',
  'test/client/languages',
  'test/client/generated',
  'test/mcp/inspector',
  'test/security/hostile-requests',
  'test/observability/all-in-one',
  'test/observability/npm-signals',
  'test/observability/taken-port',
  'test/observability/temporal-away',
  'test/observability/log-lines',
  'test/observability/wrong-clock',
  'test/dashboard/',
  'test/browser/',
];
/** System tests that also run in a small form among the statements (with `count`, or with a test of their own). */
const alsoStatements = [
  'test/conformance/',
  'test/faults/named-points',
  'test/model/model',
  'test/media/large-videos',
  'test/dashboard/story',
  'test/security/hostile-requests',
  'test/api/examples',
  'test/cli/certify-stops',
];

/**
 * Other files that take long, in the order in which a run begins them. A run that knows no durations yet would begin
 * with the largest files, and these are small.
 */
const slowPaths = [
  'test/platforms/media-contract',
  'test/platforms/contract',
  'test/platforms/comments',
  'test/platforms/connect',
  'test/api/access',
  'test/api/change-streams',
  'test/workflows/removals',
  'test/api/billing',
];

/** The position of a file among those that take long, before all other files. */
export function slowOrder(file: string): number {
  const order = slowPaths.findIndex((start) => file.includes(`/${start}`));
  return order === -1 ? slowPaths.length : order;
}

/** The position of a file among the system tests, for the order of a run. Undefined for other files. */
export function systemOrder(file: string): number | undefined {
  const order = systemPaths.findIndex((start) => file.includes(`/${start}`));
  return order === -1 ? undefined : order;
}

/** Patterns of the files that only `npm run test:system` runs. */
export const systemOnly = patternsOf(systemPaths.filter((start) => !alsoStatements.includes(start)));
/** Patterns of all files that `npm run test:system` runs. */
export const systemFiles = patternsOf(systemPaths);

function patternsOf(paths: readonly string[]): string[] {
  return paths.map((start) => (start.endsWith('/') ? `${start}**/*.test.ts` : `${start}*.test.ts`));
}
