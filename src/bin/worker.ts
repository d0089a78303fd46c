import { readEnv } from '../config/env.js';
import { toAppConfig } from '../config/config.js';
import { createContext } from '../context.js';
import { runProcess } from '../processes/run-process.js';
import { runWorker } from '../processes/run-worker.js';

await runProcess(async (signal) => {
  const config = toAppConfig(readEnv());
  const context = createContext(config, 'worker');
  await runWorker(config, context, signal);
  await context.close();
});
