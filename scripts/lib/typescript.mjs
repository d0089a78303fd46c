import { inProject } from './project.mjs';

/**
 * Loads a TypeScript module from beside the tests, which the build leaves out, and hands it to `work`.
 * For long runs outside of the test runner; what they start is what the build has made.
 */
export async function withTypeScript(file, work) {
  // Imported only now: the packages may just have been installed.
  const { createViteServer } = await import('vitest/node');
  const vite = await createViteServer({
    root: inProject(),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    return await work(await vite.ssrLoadModule(file));
  } finally {
    await vite.close();
  }
}
