import { readEnv } from '../config/env.js';
import { toAppConfig } from '../config/config.js';
import { createContext } from '../context.js';
import { runProcess } from '../processes/run-process.js';
import { runWorker } from '../processes/run-worker.js';

await runProcess(async (signal) => {
  const env = readEnv();
  const config = toAppConfig(env);
  const context = createContext(config, 'worker');
  await runWorker(config, context, { host: env.HOST, port: env.WORKER_HEALTH_PORT }, signal);
  await context.close();
});
