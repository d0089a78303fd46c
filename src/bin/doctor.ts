import { doctorUsage, runDoctor } from '../cli/doctor/doctor.js';
import { describeBackends, storageFolderOf } from '../config/describe-backends.js';
import { examineConfig, secretsIn } from '../config/examine.js';
import { asksForHelp } from '../cli/help.js';
import { rawEnv } from '../config/env.js';
import { createContext } from '../context.js';
import type { Invocation } from './invocation.js';

const checkTimeoutMs = 5_000;

export async function run({ args }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(doctorUsage);
    return;
  }
  const source = rawEnv();
  const { faults, usable } = examineConfig(source);
  const common = {
    faults,
    secrets: secretsIn(source),
    print: (line: string) => {
      console.log(line);
    },
  };
  if (usable === null) {
    process.exitCode = await runDoctor(args, { ...common, parts: null });
    return;
  }
  const { env, config } = usable;
  const context = createContext({ ...config, logLevel: 'silent', tracing: false }, 'doctor');
  const unset = new Set(faults.flatMap(({ variables }) => variables));
  try {
    process.exitCode = await runDoctor(args, {
      ...common,
      parts: {
        deps: context.deps,
        client: context.temporalClient,
        version: config.version,
        isUnset: (variable) => unset.has(variable),
        isProduction: env.NODE_ENV === 'production',
        backends: describeBackends(config),
        storageFolder: storageFolderOf(config),
        publicUrl: config.media.publicUrl.replace(/\/+$/, ''),
        trustProxyHops: env.TRUST_PROXY_HOPS,
        isPublicUrlSet: config.media.isPublicUrlSet,
        sandboxUrl: config.sandboxUrl,
        isSandboxAllowedInProduction: env.SANDBOX_IN_PRODUCTION === '1',
        safeFetch: context.safeFetch,
        checkTimeoutMs,
      },
    });
  } finally {
    await context.close();
  }
}
