import { inProject } from './project.mjs';

/**
 * Loads a TypeScript module of the tests, which the build leaves out, and passes it to `work`. For long runs
 * outside the test runner; the processes they start run the build.
 */
export async function withTypeScript(file, work) {
  // Vite is imported late, because the packages may only just have been installed.
  const { createViteServer } = await import('vitest/node');
  const vite = await createViteServer({
    root: inProject(),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    // Newer syntax, such as `await using`, is more than the oldest Node.js that we support can read.
    oxc: { target: 'node20' },
  });
  try {
    return await work(await vite.ssrLoadModule(file));
  } finally {
    await vite.close();
  }
}
