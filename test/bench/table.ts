import { coresMarkdown } from './cores.js';
import type { BenchReport, Row, Section } from './report.js';

const columnsOf = ({ baseline = 'bare' }: Section): string[] => [
  '',
  'Punctual',
  baseline,
  'result',
  'aim',
  '',
];

/** Returns the table as the terminal shows it. */
export function reportText({ sections }: BenchReport): string {
  const blocks = sections.map((section) => {
    const columns = columnsOf(section);
    const cells = [columns, ...section.rows.map(cellsOf)];
    const widths = columns.map((_, index) => Math.max(...cells.map((row) => (row[index] ?? '').length)));
    const lines = cells.map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    const { startedAt, machine, versions, runs } = section.measured;
    const head = `${titleOf(section)} (${section.tookSeconds} s, ${startedAt}, ${ofRuns(runs)})`;
    return [head, machine, versions, ...lines, ...cpuLines(section)].join('\n');
  });
  return [...blocks, coresMarkdown(sections)].join('\n\n').trimEnd();
}

/** Returns the tables as Markdown, under a heading for each section. */
export function reportMarkdown({ sections }: BenchReport): string {
  return [...sections.map(sectionMarkdown), coresMarkdown(sections)].join('\n\n').trimEnd();
}

function sectionMarkdown(section: Section): string {
  const rows = section.rows.map((row) => `| ${cellsOf(row).join(' | ')} |`);
  const head = [`| ${columnsOf(section).join(' | ')} |`, '|---|---|---|---|---|---|'];
  const cpu = cpuLines(section).map((line) => `${line}\n`);
  const { startedAt, machine, versions, runs } = section.measured;
  const how = `Measured on ${startedAt.slice(0, 10)}, ${ofRuns(runs)}, ${versions}; ${machine}.`;
  return [`### ${titleOf(section)}`, '', section.method, '', ...head, ...rows, '', ...cpu, how]
    .join('\n')
    .trimEnd();
}

/** Returns the title of a section, with the server if it is measured on both. */
export function titleOf({ title, server }: Pick<Section, 'title' | 'server'>): string {
  return server === 'postgres' ? `${title}, Temporal on Postgres` : title;
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

/** Writes a number with three significant digits, because more would be noise. */
export function shortNumber(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3).replace(/\.?0+$/, '');
}

function cpuLines({ cpuMs, baseline = 'bare' }: Section): string[] {
  if (cpuMs === null) return [];
  const nameOf = (side: string): string => (side === 'ours' ? 'Punctual' : side === 'bare' ? baseline : side);
  const sides = Object.entries(cpuMs).map(([side, parts]) => {
    const list = Object.entries(parts).map(([name, ms]) => `${name} ${shortNumber(ms)}`);
    return `${nameOf(side)}: ${list.join(', ')}`;
  });
  return [`Processor time for each post, in ms: ${sides.join('; ')}.`];
}

const ofRuns = (runs: number): string => (runs === 1 ? 'one run' : `medians of ${runs} runs`);
