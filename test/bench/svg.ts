import type { BenchReport, Section } from './report.js';

const widthPx = 760;
const labelPx = 360;
const rowPx = 30;
const topPx = 44;
const bottomPx = 34;
const oursColour = '#3b6fd4';
const bareColour = '#9aa3ae';

/** Draws one bar for each figure that has a baseline: the product's speed relative to the baseline's. */
export function ratioPlot(report: BenchReport): string {
  const bars = report.sections.flatMap((section) =>
    section.rows.flatMap(({ label, speed }) =>
      speed === null ? [] : [{ label: `${barTitle(section)}: ${label}`, speed }],
    ),
  );
  const speedMax = Math.max(1.2, ...bars.map(({ speed }) => speed)) * 1.05;
  const heightPx = topPx + bars.length * rowPx + bottomPx;
  const xOf = (speed: number): number => round(labelPx + (speed / speedMax) * (widthPx - labelPx - 60));
  const lines = bars.flatMap(({ label, speed }, index) => {
    const y = topPx + index * rowPx;
    return [
      text(labelPx - 10, y + 18, label, 'end'),
      `<rect x="${labelPx}" y="${y + 5}" width="${round(xOf(speed) - labelPx)}" height="${rowPx - 11}" fill="${oursColour}"/>`,
      text(xOf(speed) + 6, y + 18, speed.toFixed(2), 'start'),
    ];
  });
  const bareX = xOf(1);
  return svg(heightPx, [
    text(12, 20, 'Speed as a share of the bare baseline (1 = as fast)', 'start', 14),
    ...lines,
    `<line x1="${bareX}" y1="${topPx - 8}" x2="${bareX}" y2="${heightPx - bottomPx + 6}" stroke="${bareColour}" stroke-width="2" stroke-dasharray="5 4"/>`,
    text(bareX, heightPx - 10, 'bare', 'middle'),
  ]);
}

const plotHeightPx = 300;
const axisPx = 60;

const barTitle = ({ title, server }: Section): string =>
  server === 'postgres' ? `${title} (Postgres)` : title;

/** Draws the share of the posts that were published within each time. Empty if a section has no curves. */
export function latenessPlot({ curves, baseline = 'bare' }: Pick<Section, 'curves' | 'baseline'>): string {
  if (curves === null) return '';
  const maxMs = Math.max(1, ...curves.ours, ...curves.bare) * 1.05;
  const [left, right, top, bottom] = [axisPx, widthPx - 20, topPx, plotHeightPx - 46];
  const xOf = (ms: number): number => round(left + (Math.max(0, ms) / maxMs) * (right - left));
  const yOf = (share: number): number => round(bottom - share * (bottom - top));
  const curve = (values: readonly number[], colour: string): string => {
    const points = values.map((ms, index) => `${xOf(ms)},${yOf(index / Math.max(1, values.length - 1))}`);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2.5"/>`;
  };
  const stepMs = tickStep(maxMs);
  const ticks = Array.from({ length: Math.floor(maxMs / stepMs) + 1 }, (_, index) => index * stepMs);
  return svg(plotHeightPx, [
    text(12, 20, 'Published within so many seconds after the instant at which all are due', 'start', 14),
    ...[0, 0.5, 1].flatMap((share) => [
      `<line x1="${left}" y1="${yOf(share)}" x2="${right}" y2="${yOf(share)}" stroke="#d8dce2"/>`,
      text(left - 8, yOf(share) + 4, `${share * 100} %`, 'end'),
    ]),
    ...ticks.map((ms) => text(xOf(ms), bottom + 20, `${ms / 1_000} s`, 'middle')),
    curve(curves.bare, bareColour),
    curve(curves.ours, oursColour),
    text(right - 80, bottom - 32, 'Punctual', 'start', 12, oursColour),
    text(right - 80, bottom - 14, baseline, 'start', 12, bareColour),
  ]);
}

/** Returns 1, 2 or 5 times a power of ten, so that the axis has about six ticks. */
export function tickStep(max: number): number {
  const rough = max / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
}

function svg(heightPx: number, parts: string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}" width="${widthPx}" height="${heightPx}" font-family="sans-serif">`,
    `<rect width="${widthPx}" height="${heightPx}" fill="#ffffff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function text(
  x: number,
  y: number,
  words: string,
  anchor: 'start' | 'middle' | 'end',
  size = 12,
  colour = '#1f2733',
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${colour}">${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const round = (value: number): number => Math.round(value * 10) / 10;
