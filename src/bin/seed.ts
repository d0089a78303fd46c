import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { platformDefinitions } from '../platforms/index.js';
import { loadSimulators, seedAccountsOf } from '../platforms/kit/simulators.js';
import { seedDevelopment } from '../services/seed/seed-development.js';
import { seedSignIn } from '../services/seed/seed-sign-in.js';

export async function run(): Promise<void> {
  const env = readEnv();
  const context = createContext(toAppConfig(env), 'seed');
  try {
    const accounts = seedAccountsOf(await loadSimulators(platformDefinitions));
    const seeded = await seedDevelopment(context.deps, {
      accounts,
      ...(env.SEED_API_KEY !== undefined && { apiKey: env.SEED_API_KEY }),
    });
    const exampleOf = new Map(accounts.map(({ platform, example }) => [platform, example]));
    const socialAccounts = seeded.socialAccounts.map((each) => ({
      ...each,
      ...exampleOf.get(each.platform),
    }));
    // The launcher reads this line.
    console.log(JSON.stringify({ ...seeded, socialAccounts, signIn: await seedSignIn(context.deps) }));
  } finally {
    await context.close();
  }
}
