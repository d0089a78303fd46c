/**
 * Files that run the build as separate processes, or repeat something very often: folders, and files without their
 * ending. Those that take longest come first, because a run begins with them.
 */
const slowPaths = [
  'test/conformance/',
  'test/faults/named-points',
  'test/e2e/',
  'test/model/',
  'test/media/publish-everywhere',
  'test/faults/rolling-restart',
  'test/observability/processes',
  'test/security/production-defaults',
  'test/media/large-videos',
  'test/observability/npm-signals',
  'test/observability/wrong-clock',
];

/** The place of a slow file among them. Undefined: it is not one. */
export function slowOrder(file: string): number | undefined {
  const order = slowPaths.findIndex((start) => file.includes(`/${start}`));
  return order === -1 ? undefined : order;
}
