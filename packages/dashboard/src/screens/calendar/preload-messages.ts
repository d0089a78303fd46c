import { userLanguage } from '../../lib/language.js';

const messages = import.meta.glob('../../messages/{en,de}/{calendar,states}.ts');

/** Loads the messages of the calendar. Otherwise they would be loaded one after the other, and after its code. */
export function preloadMessages(): void {
  for (const [path, load] of Object.entries(messages)) {
    // A part that cannot be loaded fails again where it is needed.
    if (path.includes(`/${userLanguage}/`)) load().catch(() => undefined);
  }
}
