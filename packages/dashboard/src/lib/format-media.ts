import { userLocale } from './language.js';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const step = 1_000;

/** Formats a file size in the reader's language: "1.2 MB". */
export function formatBytes(bytes: number, locale = userLocale): string {
  let value = bytes;
  let index = 0;
  while (value >= step && index < units.length - 1) {
    value /= step;
    index += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[index] ?? 'byte',
    maximumFractionDigits: value < 10 && index > 0 ? 1 : 0,
  }).format(value);
}

const secondMs = 1_000;
const minuteSeconds = 60;

/** Formats a duration like media players do: "1:05". */
export function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / secondMs);
  return `${Math.floor(seconds / minuteSeconds)}:${String(seconds % minuteSeconds).padStart(2, '0')}`;
}
