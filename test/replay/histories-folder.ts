import { fileURLToPath } from 'node:url';

/** Recorded histories, `<workflow>.<story>.json`. Only ever added to. */
export const historiesFolder = fileURLToPath(new URL('./histories/', import.meta.url));
