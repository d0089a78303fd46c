import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKeeper } from '../../src/launcher/keeper.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { startReaper } from '../../src/launcher/reaper.js';
import { createScreen } from '../../src/launcher/screen.js';
import { resolveTemporalCli } from '../../src/launcher/temporal-cli.js';
import { nativeServerArguments, readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { startTemporalServer } from '../../src/launcher/temporal-server.js';

/** A dev server of a test's own, in memory, for what cannot be asked of the one that all share. */
export async function startOwnTemporal(
  dynamicConfig: string[],
): Promise<{ address: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-temporal-'));
  const reaper = startReaper();
  const keeper = createKeeper({ pidFile: path.join(folder, 'pids.json'), reaper });
  const port = await anyFreePort();
  const address = `127.0.0.1:${port}`;
  const args = nativeServerArguments(readComposeCommand(), { ip: '127.0.0.1', port, dynamicConfig });
  const cli = await resolveTemporalCli({ env: process.env, screen: createScreen() });
  const onLine = (): void => undefined;
  await startTemporalServer({ cli, args, address, namespace: 'default', keeper, env: process.env, onLine });
  return {
    address,
    stop: async () => {
      await keeper.stopAll();
      await reaper.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
