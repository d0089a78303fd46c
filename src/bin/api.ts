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
        metricsOnPublicPort: env.METRICS_ON_PUBLIC_PORT === '1',
        publicUrl: env.PUBLIC_URL,
        trustProxyHops: env.TRUST_PROXY_HOPS,
        unauthorizedPerMinuteMax: env.RATE_LIMIT_UNAUTHORIZED,
        drainDelayMs: env.DRAIN_DELAY_MS ?? (env.NODE_ENV === 'production' ? 5_000 : 500),
        validateResponses: env.NODE_ENV !== 'production',
        say: (line) => {
          console.log(line);
        },
      },
      signal,
    );
  } finally {
    await context.close();
  }
});
