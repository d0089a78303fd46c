import { startScript } from './scripts.js';

/**
 * Starts to install the real Bluesky server. That takes a while, so only the files that need it wait for the
 * installation (startPds).
 */
export default function setup(): () => Promise<unknown> {
  // If the installation fails, each file that needs it fails and reports that.
  const installed = startScript('install-pds').catch(() => undefined);
  return () => installed;
}
