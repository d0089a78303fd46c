import type { AuditEntryResponse } from './schema.js';

const columns: readonly (readonly [title: string, cell: (entry: AuditEntryResponse) => string | null])[] = [
  ['createdAt', ({ createdAt }) => createdAt],
  ['action', ({ action }) => action],
  ['actorKind', ({ actor }) => actor.kind],
  ['actorUserId', ({ actor }) => actor.userId],
  ['actorName', ({ actor }) => actor.name],
  ['apiKeyId', ({ actor }) => actor.apiKeyId],
  ['apiKeyName', ({ actor }) => actor.apiKeyName],
  ['network', ({ network }) => network],
  ['subjectId', ({ subject }) => subject.id],
  ['subjectName', ({ subject }) => subject.name],
  ['changes', ({ changes }) => (changes.length === 0 ? null : JSON.stringify(changes))],
  ['requestId', ({ requestId }) => requestId],
  ['id', ({ id }) => id],
];

/** RFC 4180, with a line of titles. */
export function toCsv(entries: readonly AuditEntryResponse[]): string {
  const lines = entries.map((entry) => columns.map(([, cell]) => toCell(cell(entry) ?? '')));
  return [columns.map(([title]) => title), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/**
 * Names are chosen by people. A spreadsheet would run one that begins like a formula, so an apostrophe comes before it:
 * spreadsheets then show it as text.
 */
export function toCell(text: string): string {
  const harmless = /^\s*[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
