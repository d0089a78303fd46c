import { runScript } from './scripts.js';

/** What starts the product as separate processes runs the build. */
export default function setup(): void {
  runScript('build');
}
