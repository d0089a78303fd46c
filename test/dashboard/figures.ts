import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Writes measurements to `.cache/figures/{name}.json`, together with a description of the machine. No test asserts
 * them, because they depend on the machine.
 */
export function keepFigures(name: string, figures: Readonly<Record<string, number>>): void {
  const place = new URL('../../.cache/figures/', import.meta.url);
  mkdirSync(place, { recursive: true });
  const cpus = os.cpus();
  const machine = { cpus: cpus.length, cpu: cpus[0]?.model ?? 'unknown', node: process.version };
  const kept = { measuredAt: new Date().toISOString(), machine, figures };
  writeFileSync(fileURLToPath(new URL(`${name}.json`, place)), `${JSON.stringify(kept, null, 2)}\n`);
}
