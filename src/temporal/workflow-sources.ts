import { fileURLToPath } from 'node:url';

/** The extension of this module: .js after the build, .ts in tests. */
const extension = import.meta.url.slice(-3);
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../workflows/${name}${extension}`, import.meta.url));

/**
 * The parts of every bundle, whether a worker, the build or a replay makes it. The interceptors are always included,
 * whether or not tracing is enabled.
 */
export const workflowSources = {
  workflowsPath: pathOf('index'),
  workflowInterceptorModules: [pathOf('trace-context')],
};
