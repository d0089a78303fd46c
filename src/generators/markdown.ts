/** Parts of the documents that are made from the code. */

export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Cells may have any text: what would end one is escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  return [header, header.map(() => '---'), ...escaped].map(row).join('\n');
}

export function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

export function number(value: number): string {
  return value.toLocaleString('en-US');
}
