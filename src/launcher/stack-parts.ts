import type { createOutputs } from './child-output.js';
import type { Keeper } from './keeper.js';
import type { Screen } from './screen.js';
import type { StackSecrets } from './secrets-file.js';
import type { Settings } from './settings.js';
import type { StackPlan } from './stack-plan.js';

/** The data that the steps of starting the stack share. */
export interface StackParts {
  settings: Settings;
  plan: StackPlan;
  secrets: StackSecrets;
  env: NodeJS.ProcessEnv;
  keeper: Keeper;
  screen: Screen;
  outputs: ReturnType<typeof createOutputs>;
  /** Whether programs run from src/ and restart when it changes, and Vite serves the dashboard. */
  followsSources: boolean;
  /** Registers a supervisor that runs in the background, so that the stack waits for its end. */
  watch: (supervisor: Promise<void>) => void;
}
