import type { BenchReport, Row, Section } from './report.js';

const columns = ['', 'Punctual', 'bare', 'result', 'aim', ''] as const;

/** The table as the terminal shows it. */
export function reportText(report: BenchReport): string {
  const blocks = report.sections.map((section) => {
    const cells = [[...columns], ...section.rows.map(cellsOf)];
    const widths = columns.map((_, index) => Math.max(...cells.map((row) => (row[index] ?? '').length)));
    const lines = cells.map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    return [`${section.title} (${section.tookSeconds} s)`, ...lines, ...cpuLines(section)].join('\n');
  });
  return [
    `${report.startedAt}, medians of ${report.runs} runs`,
    report.machine,
    report.versions,
    '',
    blocks.join('\n\n'),
  ].join('\n');
}

/** The same as Markdown, under a heading for each section. */
export function reportMarkdown(report: BenchReport): string {
  return report.sections
    .map((section) => {
      const rows = section.rows.map((row) => `| ${cellsOf(row).join(' | ')} |`);
      const head = ['|  | Punctual | bare | result | aim |  |', '|---|---|---|---|---|---|'];
      const cpu = cpuLines(section).map((line) => `${line}\n`);
      return [`### ${section.title}`, '', section.method, '', ...head, ...rows, '', ...cpu]
        .join('\n')
        .trimEnd();
    })
    .join('\n\n');
}

export function cellsOf({ label, unit, ours, bare, result, aim, reached }: Row): string[] {
  const verdict = reached === null ? '' : reached ? 'reached' : 'MISSED';
  return [
    `${label} (${unit})`,
    shortNumber(ours),
    bare === null ? '' : shortNumber(bare),
    result ?? '',
    aim ?? '',
    verdict,
  ];
}

/** Three figures that count; more would be noise. */
export function shortNumber(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3).replace(/\.?0+$/, '');
}

function cpuLines({ cpuMs }: Section): string[] {
  if (cpuMs === null) return [];
  const list = (parts: Record<string, number>): string =>
    Object.entries(parts)
      .map(([name, ms]) => `${name} ${shortNumber(ms)}`)
      .join(', ');
  return [`Processor time for each post, in ms: Punctual: ${list(cpuMs.ours)}; bare: ${list(cpuMs.bare)}.`];
}
