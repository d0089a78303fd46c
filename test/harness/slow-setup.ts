import { runScript, startScript } from './scripts.js';

/**
 * What the slow tests run: the build, and the real Bluesky server's packages. It says so where that takes a while. The
 * few files that need the server wait for its packages themselves (startPds), the others begin at once.
 */
export default function setup(): () => Promise<unknown> {
  runScript('build');
  // If it fails, a file that needs it fails, and says so.
  const installed = startScript('install-pds').catch(() => undefined);
  return () => installed;
}
