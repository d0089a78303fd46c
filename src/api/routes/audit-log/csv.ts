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
  ['clientLinkId', ({ actor }) => actor.clientLinkId],
  ['id', ({ id }) => id],
];

/** The header line of the CSV file (RFC 4180). */
export const csvTitles = toLine(columns.map(([title]) => title));

export function toCsvLines(entries: readonly AuditEntryResponse[]): string {
  return entries.map((entry) => toLine(columns.map(([, cell]) => toCell(cell(entry) ?? '')))).join('');
}

function toLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/**
 * Matches the places before characters with which a formula begins in spreadsheets, in half or full width: at the start
 * of a cell, or after a separator other than the comma.
 */
const formulaStart = /(^|[;\t\r\n])(?=\s*[=+\-@|%＝＋－＠｜％\t\r\n])/g;

/** Escapes a cell. Puts an apostrophe before formulas, because users choose names, so that spreadsheets show text. */
export function toCell(text: string): string {
  const harmless = text.replaceAll(formulaStart, "$1'");
  return /[",;\t\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
