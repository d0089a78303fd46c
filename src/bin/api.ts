import { toAppConfig } from '../config/config.js';
import { readEnv, type Env } from '../config/env.js';
import { createContext } from '../context.js';
import { runApi, type ApiProcessOptions } from '../processes/run-api.js';
import type { Invocation } from './invocation.js';

export async function run({ signal }: Invocation): Promise<void> {
  const env = readEnv();
  const context = createContext(toAppConfig(env), 'api');
  try {
    await runApi(context, apiOptionsOf(env), signal);
  } finally {
    await context.close();
  }
}

export const apiOptionsOf = (env: Env): ApiProcessOptions => ({
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
});
