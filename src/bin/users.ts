import { runUsers } from '../cli/users.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { runProcess } from '../processes/run-process.js';

await runProcess(async () => {
  const env = readEnv();
  const context = createContext(toAppConfig(env), 'users');
  try {
    process.exitCode = await runUsers(process.argv.slice(2), {
      deps: context.deps,
      publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      print: (line) => {
        console.log(line);
      },
    });
  } finally {
    await context.close();
  }
});
