import { fileURLToPath } from 'node:url';

/** Compiled to .js; run from .ts in tests. */
const extension = import.meta.url.slice(-3);
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../workflows/${name}${extension}`, import.meta.url));

/**
 * The parts of every bundle, whether a worker, the build or a replay makes it. The interceptors are always included,
 * whether tracing is on or not.
 */
export const workflowSources = {
  workflowsPath: pathOf('index'),
  workflowInterceptorModules: [pathOf('trace-context')],
};
