import { runScript } from './scripts.js';

/** What the slow tests run: the build, and the real Bluesky server's packages. It says so where that takes a while. */
export default function setup(): void {
  runScript('build');
  runScript('install-pds');
}
