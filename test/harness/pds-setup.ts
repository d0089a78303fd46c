import { startScript } from './scripts.js';

/**
 * The packages of the real Bluesky server take a while, and only the files that need them wait for them (startPds). So
 * the others begin at once.
 */
export default function setup(): () => Promise<unknown> {
  // If it fails, a file that needs it fails, and says so.
  const installed = startScript('install-pds').catch(() => undefined);
  return () => installed;
}
