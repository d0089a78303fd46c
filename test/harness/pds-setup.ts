import { startScript } from './scripts.js';

/**
 * Installing the real Bluesky server takes a while, and only the files that need it wait for it (startPds). So
 * the others start at once.
 */
export default function setup(): () => Promise<unknown> {
  // If it fails, a file that needs it fails and reports that.
  const installed = startScript('install-pds').catch(() => undefined);
  return () => installed;
}
