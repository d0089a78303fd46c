import { fileURLToPath } from 'node:url';

/** The recorded histories, `<workflow>.<story>.json`. New ones may be added, and none are changed. */
export const historiesFolder = fileURLToPath(new URL('./histories/', import.meta.url));
