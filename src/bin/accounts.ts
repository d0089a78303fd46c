import { runAccounts } from '../cli/accounts.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { blueskyFetch } from '../platforms/kit/create-platforms.js';
import { runProcess } from '../processes/run-process.js';

await runProcess(async () => {
  const env = readEnv();
  const context = createContext(toAppConfig(env), 'accounts');
  try {
    process.exitCode = await runAccounts(process.argv.slice(2), {
      deps: context.deps,
      safeFetch: blueskyFetch(context.fetchFor),
      blueskyUrl: env.BLUESKY_URL,
      blueskyAppPassword: env.BLUESKY_APP_PASSWORD,
      print: (line) => {
        console.log(line);
      },
    });
  } finally {
    await context.close();
  }
});
