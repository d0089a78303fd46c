import { createTranslator } from 'use-intl/core';
import { formatInstant } from '../lib/dates.js';
import { userLocale } from '../lib/language.js';
import { formatBytes } from '../lib/format-media.js';
import { loadTranslations, type Messages } from './load-messages.js';

/** A finding, as the server sends it: one of a request, of a validation, or a warning about a post. */
export interface ServerFinding {
  code: string;
  message: string;
  limit?: number;
  actual?: number;
  mime?: string;
  fitsAt?: string | null;
  reconnectBy?: string;
}

const secondMs = 1_000;

/**
 * Returns the functions that translate refusals of the server. They return undefined for a text that has no
 * translation.
 */
export function translatorOf(messages: Messages, locale: string) {
  const t = createTranslator<Record<string, string>>({
    locale,
    messages: messages as Record<string, string>,
  });
  const translated = (key: string, values: Record<string, string | number> = {}): string | undefined =>
    t.has(key) ? t(key, values) : undefined;
  return {
    error: (code: string) => translated(`error.${code}`),
    name: (field: string) => translated(`name.${field}`),
    /** A sentence of the kind `field` needs the name of its field, if it is not shown there. */
    finding: (
      kind: 'field' | 'sentence',
      { code, limit, actual, mime, fitsAt, reconnectBy }: ServerFinding,
    ) => {
      const time = fitsAt ?? reconnectBy;
      return translated(`${kind}.${code}`, {
        bounded: limit === undefined ? 'no' : 'yes',
        limit: limit ?? 0,
        actual: actual ?? 0,
        over: (actual ?? 0) - (limit ?? 0),
        seconds: (limit ?? 0) / secondMs,
        size: formatBytes(limit ?? 0, locale),
        mime: mime ?? 'none',
        hasTime: time === undefined ? 'no' : 'yes',
        time: time === undefined ? '' : formatInstant(time, { locale }),
      });
    },
  };
}

let known = translatorOf({}, userLocale);
let loading: Promise<void> | undefined;

/** Translations of what the server refuses, into the user's language. In English there are none. */
export const refusals: ReturnType<typeof translatorOf> = {
  error: (code) => known.error(code),
  name: (field) => known.name(field),
  finding: (kind, found) => known.finding(kind, found),
};

/** Loads the translations, which most visits do not need. If that fails, the server's English is shown. */
export async function loadRefusals(): Promise<void> {
  loading ??= load();
  await loading.catch(() => {
    loading = undefined;
  });
}

async function load(): Promise<void> {
  const [messages, names] = await Promise.all([
    loadTranslations({ de: () => import('./server/de/refusals.js') }),
    loadTranslations({ de: () => import('./server/de/field-names.js') }),
  ]);
  known = translatorOf({ ...messages, name: names }, userLocale);
}
