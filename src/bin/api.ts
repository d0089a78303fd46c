import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { runApi } from '../processes/run-api.js';
import { runProcess } from '../processes/run-process.js';

await runProcess(async (signal) => {
  const env = readEnv();
  const context = createContext(toAppConfig(env), 'api');
  try {
    await runApi(
      context,
      {
        host: env.HOST,
        port: env.PORT,
        metricsPort: env.METRICS_PORT,
        validateResponses: env.NODE_ENV !== 'production',
      },
      signal,
    );
  } finally {
    await context.close();
  }
});
