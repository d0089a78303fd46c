import { Gauge, type Registry } from 'prom-client';
import { readAtMost } from './read-at-most.js';

/** The size of each table in bytes, by its name. */
export type ReadTableBytes = () => Promise<ReadonlyMap<string, number>>;

/** Sizes change slowly, and each read asks the file system for all files of the database. */
const readAgeMsMax = 60_000;

/** Registers a gauge of the tables' sizes. Every process shows the same figures, so aggregate with max(). */
export function registerTableBytes(registry: Registry, readTableBytes: ReadTableBytes): void {
  const read = readAtMost(readAgeMsMax, readTableBytes);
  new Gauge({
    name: 'punctual_table_bytes',
    help: 'Size of each table of the database, with its indexes. Read at most once a minute.',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      const sizes = await read();
      this.reset();
      for (const [table, bytes] of sizes ?? []) this.set({ table }, bytes);
    },
  });
}
