export type CsvValue = string | number | null;

/** Spreadsheets run a cell that begins like this as a formula, also after spaces. */
const formulaStart = /^\s*[=+\-@]|^[\t\r\n]/;

/**
 * Returns a table as CSV (RFC 4180). Null is an empty cell. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it; numbers stay as they are.
 */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Without this mark, Excel does not read a file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** Saves CSV as a file of this browser. */
export function saveCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([byteOrderMark, csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
