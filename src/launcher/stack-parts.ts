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
  /** Programs run from src/ and start again when it changes; the dashboard is served by Vite. */
  followsSources: boolean;
  /** Takes charge of a supervisor that runs in the background. */
  watch: (supervisor: Promise<void>) => void;
}
