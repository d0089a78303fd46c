import { createTranslator } from 'use-intl/core';
import { userLanguage, userLocale, type Language } from '../lib/language.js';

export interface Messages {
  readonly [key: string]: string | Messages;
}

/** A translation of English messages: the same keys, each with a text of its own. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

/**
 * Loads the messages of one part of the dashboard in the user's language, and returns the function that formats them.
 * The English messages type its keys and the values that each of them needs. Messages have ICU syntax.
 */
export async function loadMessages<English extends Messages>(
  loaders: Record<Language, () => Promise<{ default: Translation<English> }>> & {
    en: () => Promise<{ default: English }>;
  },
) {
  const { default: messages } = await loaders[userLanguage]();
  return createTranslator<English>({ locale: userLocale, messages: messages as English });
}

/**
 * Loads translations of the texts that the server sends. The server sends English, so English needs none, and a text
 * without a translation is shown in English.
 */
export const loadTranslations = async (
  loaders: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>>,
): Promise<Messages> => (userLanguage === 'en' ? {} : (await loaders[userLanguage]()).default);
