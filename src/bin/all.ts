import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { runWorker } from '../processes/run-worker.js';
import { runApi } from '../processes/run-api.js';
import { runTogether } from '../processes/run-together.js';
import { apiOptionsOf } from './api.js';
import type { Invocation } from './invocation.js';

/** Both share one context, so that the process has one pool of connections and one set of metrics. */
export async function run({ signal }: Invocation): Promise<void> {
  const env = readEnv();
  const config = toAppConfig(env);
  const context = createContext(config, 'all');
  try {
    await runTogether(signal, [
      (ending) => runApi(context, apiOptionsOf(env), ending),
      // The API serves the process's health and metrics.
      (ending) => runWorker(config, context, { host: env.HOST, port: undefined }, ending),
    ]);
  } finally {
    await context.close();
  }
}
