import { english, type Told } from '../lib/told.js';
import { loadRefusals, refusals } from './refusals.js';

await loadRefusals();

/** Returns the text about something that the server refused or could not do. */
export const errorText = ({ code, message }: { code: string | null; message: string | null }): Told | null =>
  refusals.error(code ?? '') ?? (message === null ? null : english(message));
