import { userLanguage } from '../lib/language.js';

/** The messages that every page needs. Without this, their modules would load them one after the other. */
const parts = import.meta.glob('./{en,de}/{common,shell,shortcuts}.ts');

for (const [path, load] of Object.entries(parts)) {
  // A part that cannot be loaded fails again where it is needed.
  if (path.includes(`/${userLanguage}/`)) load().catch(() => undefined);
}
