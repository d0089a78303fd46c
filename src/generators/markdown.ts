/** Returns a row of a Markdown table. */

export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns a Markdown table. Cells may contain any text: pipes are escaped, and line breaks become spaces. */
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
