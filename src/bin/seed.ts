import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { platformDefinitions } from '../platforms/index.js';
import { loadSimulators, seedAccountsOf } from '../platforms/kit/simulators.js';
import { seedDevelopment } from '../services/seed/seed-development.js';
import { seedSignIn } from '../services/seed/seed-sign-in.js';
import type { ServiceDeps } from '../services/shared/context.js';

export async function run(): Promise<void> {
  const env = readEnv();
  const context = createContext(toAppConfig(env), 'seed');
  try {
    // The launcher reads this line.
    console.log(JSON.stringify(await seedStack(context.deps, env.SEED_API_KEY)));
  } finally {
    await context.close();
  }
}

/** Fills the database of a development stack, and creates a sign-in for its owner. */
export async function seedStack(deps: ServiceDeps, apiKey?: string) {
  const accounts = seedAccountsOf(await loadSimulators(platformDefinitions));
  const seeded = await seedDevelopment(deps, { accounts, ...(apiKey !== undefined && { apiKey }) });
  const exampleOf = new Map(accounts.map(({ platform, example }) => [platform, example]));
  const socialAccounts = seeded.socialAccounts.map((each) => ({ ...each, ...exampleOf.get(each.platform) }));
  return { ...seeded, socialAccounts, signIn: await seedSignIn(deps) };
}
