import { readEnv } from '../config/env.js';
import { toAppConfig } from '../config/config.js';
import { createContext } from '../context.js';
import { runWorker } from '../processes/run-worker.js';
import type { Invocation } from './invocation.js';

export async function run({ signal }: Invocation): Promise<void> {
  const env = readEnv();
  const config = toAppConfig(env);
  const context = createContext(config, 'worker');
  await runWorker(config, context, { host: env.HOST, port: env.WORKER_HEALTH_PORT }, signal);
  await context.close();
}
