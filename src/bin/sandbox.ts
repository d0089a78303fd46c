import { readEnv } from '../config/env.js';
import { sandboxConfig } from '../config/sandbox.js';
import { createLogger } from '../log.js';
import { platformDefinitions } from '../platforms/index.js';
import { loadSimulators } from '../platforms/kit/simulators.js';
import { untilAborted } from '../processes/until-aborted.js';
import { startSandbox } from '../sandbox/start-sandbox.js';
import type { Invocation } from './invocation.js';

export async function run({ signal }: Invocation): Promise<void> {
  const env = readEnv();
  const config = sandboxConfig(env);
  const log = createLogger({ level: env.LOG_LEVEL, name: 'sandbox' });
  const sandbox = await startSandbox({
    simulators: await loadSimulators(platformDefinitions),
    port: env.SANDBOX_PORT,
    ...config,
    dataDir: env.SANDBOX_DATA_DIR ?? null,
    mediaOrigins: (env.SANDBOX_MEDIA_ORIGINS ?? '').split(',').filter((origin) => origin !== ''),
    log,
    ...(env.SANDBOX_URL === undefined ? {} : { publicUrl: env.SANDBOX_URL }),
  });
  log.info({ url: sandbox.url }, 'sandbox listening');
  await untilAborted(signal);
  await sandbox.close();
}
