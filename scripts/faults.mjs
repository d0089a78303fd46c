// npm run faults: the real stack under load while its parts are killed and cut off, counted at the platforms.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, fail, inProject } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  ensureBuilt();
});
// Imported only now: the packages may just have been installed.
const { createViteServer } = await import('vitest/node');
// The runner is TypeScript beside the tests; what it starts is what the build has made.
const vite = await createViteServer({
  root: inProject(),
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
});
let code = 1;
try {
  const { readOptions, runFaults } = await vite.ssrLoadModule(inProject('test', 'faults', 'run-faults.ts'));
  code = await runFaults(readOptions(process.argv.slice(2)), console.log);
} catch (error) {
  fail(error.message);
} finally {
  await vite.close();
}
process.exit(code);
