import { ensureInstalled } from './install.mjs';
import { checkMachine } from './project.mjs';
import { withSetupLock } from './setup-lock.mjs';

/** Checks the machine, installs the packages, and takes the steps, unless another command is doing so in this folder. */
export async function setUp(...steps) {
  checkMachine();
  await withSetupLock(async () => {
    ensureInstalled();
    for (const step of steps) await step();
  });
}
