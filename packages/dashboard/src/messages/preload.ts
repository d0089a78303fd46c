import { userLanguage } from '../lib/language.js';

/** The messages that every page needs. Without this, their modules would load them one after the other. */
const parts = import.meta.glob([
  './{en,de}/{common,shell,shortcuts}.ts',
  './server/{en,de}/{field-names,refusals}.ts',
]);

for (const [path, load] of Object.entries(parts)) {
  if (path.includes(`/${userLanguage}/`)) void load();
}
