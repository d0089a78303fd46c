import { userLanguage } from './language.js';

/** Writes a label as part of a sentence. German nouns keep their capitals, so German labels stay as they are. */
export const lowerCase = (label: string): string => (userLanguage === 'en' ? label.toLowerCase() : label);
