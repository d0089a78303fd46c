import { asksForHelp } from '../cli/help.js';
import { runUsers, usersUsage } from '../cli/users.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import type { Invocation } from './invocation.js';

export async function run({ args }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(usersUsage);
    return;
  }
  const env = readEnv();
  const context = createContext(toAppConfig(env), 'users');
  try {
    process.exitCode = await runUsers(args, {
      deps: context.deps,
      publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      print: (line) => {
        console.log(line);
      },
    });
  } finally {
    await context.close();
  }
}
