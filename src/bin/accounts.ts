import { runAccounts } from '../cli/accounts.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { runProcess } from '../processes/run-process.js';

await runProcess(async () => {
  const context = createContext(toAppConfig(readEnv()), 'accounts');
  try {
    process.exitCode = await runAccounts(process.argv.slice(2), {
      deps: context.deps,
      print: (line) => {
        console.log(line);
      },
    });
  } finally {
    await context.close();
  }
});
