import { fileURLToPath } from 'node:url';

/** Compiled to .js, run from .ts in tests. */
const extension = import.meta.url.slice(-3);
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../workflows/${name}${extension}`, import.meta.url));

/**
 * What a bundle is made of, wherever one is made: by a worker, by the build, for a replay. The interceptors belong
 * to it always, whether tracing is on or not.
 */
export const workflowSources = {
  workflowsPath: pathOf('index'),
  workflowInterceptorModules: [pathOf('trace-context')],
};
