import { describe, expect, it } from 'vitest';
import { docsText } from './docs.js';
import { readOptions } from './options.js';
import type { BenchReport } from './report.js';
import { delayRow, plainRow, rateRow, timeRow } from './rows.js';
import { median, quantile, sampled, sidesOfRound, turnsOf } from './statistics.js';
import { latenessPlot, ratioPlot, tickStep } from './svg.js';
import { reportText, shortNumber } from './table.js';

const measured = {
  startedAt: '2026-11-21T10:00:00.000Z',
  machine: '2 cores',
  versions: 'Temporal & Postgres',
  runs: 3,
};
const report: BenchReport = {
  sections: [
    {
      name: 'scheduling',
      server: 'dev',
      measured,
      title: 'Scheduling',
      method: 'As fast as it goes.',
      rows: [
        rateRow({ label: 'posts <scheduled>', unit: 'per second', ours: [70, 90, 80], bare: [100] }, 0.8),
      ],
      cpuMs: { ours: { api: 2.04 }, bare: { 'bare-api': 1 } },
      curves: null,
      tookSeconds: 12,
    },
    {
      name: 'lateness',
      server: 'dev',
      measured,
      title: 'Lateness',
      method: 'All at once.',
      rows: [delayRow({ label: 'late, p99', unit: 'ms', ours: [3_000], bare: [500] }, 2_000)],
      cpuMs: null,
      curves: { ours: [10, 1_500, 3_000], bare: [5, 250, 500] },
      tookSeconds: 40,
    },
  ],
};

describe('the statistics', () => {
  it('use the median, or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(() => median([])).toThrow('no values');
  });

  it('compute quantiles by rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantile(values, 0.5)).toBe(50);
    expect(quantile(values, 0.99)).toBe(99);
    expect(quantile(values, 1)).toBe(100);
    expect(quantile([7], 0.01)).toBe(7);
    expect(() => quantile([], 0.5)).toThrow('no values');
  });

  it('sample values from the lowest to the highest', () => {
    expect(sampled([5, 3, 1, 2, 4], 3)).toEqual([1, 3, 5]);
    expect(sampled([2, 1], 100)).toEqual([1, 2]);
    expect(sampled([], 10)).toEqual([]);
  });

  it('alternate the side that starts a round', () => {
    expect([0, 1, 2].map((round) => sidesOfRound(round)[0])).toEqual(['bare', 'ours', 'bare']);
    expect([0, 1, 2, 3].map((round) => turnsOf(['a', 'b', 'c'], round).join(''))).toEqual([
      'abc',
      'bca',
      'cab',
      'abc',
    ]);
  });
});

describe('the row of a measurement', () => {
  it('compares a rate by its ratio, a time by its multiple, and a delay by its difference', () => {
    const runs = { label: 'x', unit: 'u', ours: [160], bare: [200] };
    expect(rateRow(runs, 0.8)).toMatchObject({ result: '0.80 x bare', reached: true, speed: 0.8 });
    expect(rateRow(runs, 0.81)).toMatchObject({ reached: false });
    expect(timeRow({ ...runs, ours: [500] }, 2)).toMatchObject({
      result: '2.50 x bare',
      reached: false,
      speed: 0.4,
    });
    expect(timeRow(runs, null)).toMatchObject({ aim: null, reached: null });
    expect(timeRow({ ...runs, baseline: 'queue' }, 1.2)).toMatchObject({
      result: '0.80 x queue',
      aim: 'at most 1.2 x queue',
    });
    for (const bare of [[0], [0.049]]) {
      expect(timeRow({ ...runs, bare }, null)).toMatchObject({ result: null, reached: null, speed: null });
      expect(timeRow({ ...runs, bare }, 2)).toMatchObject({ result: null, reached: false, speed: null });
      expect(rateRow({ ...runs, bare }, 0.8)).toMatchObject({ result: null, reached: false, speed: null });
    }
    expect(delayRow(runs, 0)).toMatchObject({ result: 'bare - 40 ms', reached: true, speed: null });
    expect(plainRow({ label: 'x', unit: 'u', ours: [1, 2, 3] })).toMatchObject({
      ours: 2,
      bare: null,
      result: null,
    });
  });
});

describe('the output', () => {
  it('contains every figure with its target and whether it was reached', () => {
    const text = reportText(report);
    expect(text).toMatch(
      /posts <scheduled> \(per second\) +80 +100 +0\.80 x bare +at least 0\.8 x bare +reached/,
    );
    expect(text).toMatch(/late, p99 \(ms\) +3,000 +500 +bare \+ 2500 ms +at most bare \+ 2000 ms +MISSED/);
    expect(text).toContain('Punctual: api 2.04; bare: bare-api 1.');
  });

  it('is rounded to three significant digits', () => {
    expect([0.01234, 1.5, 20, 123.4, 12_345].map(shortNumber)).toEqual([
      '0.0123',
      '1.5',
      '20',
      '123',
      '12,345',
    ]);
  });

  it('is a page with the day, the machine and the command', () => {
    const page = docsText(report);
    for (const part of [
      '2026-11-21',
      '2 cores',
      'npm run bench',
      '### Lateness',
      'images/bench-ratios.svg',
      'images/bench-lateness.svg',
    ]) {
      expect(page).toContain(part);
    }
  });

  it('contains a chart with a bar for each speed, and escaped texts', () => {
    const plot = ratioPlot(report);
    expect(plot.match(/<rect x=/g)).toHaveLength(1);
    expect(plot).toContain('posts &lt;scheduled&gt;');
    expect(plot).toContain('>0.80</text>');
  });

  it('contains a chart with both curves of lateness, or none if they were not measured', () => {
    const curves = { ours: [10, 1_500, 3_000], bare: [5, 250, 500] };
    expect(latenessPlot({ curves }).match(/<polyline/g)).toHaveLength(2);
    expect(latenessPlot({ curves, baseline: 'queue' })).toContain('>queue</text>');
    expect(latenessPlot({ curves: null })).toBe('');
    expect([6, 7, 100, 5_400].map(tickStep)).toEqual([1, 2, 20, 1_000]);
  });
});

describe('the options', () => {
  it('include everything, three times, by default', () => {
    expect(readOptions([])).toMatchObject({
      runs: 3,
      scale: 1,
      servers: ['dev', 'postgres'],
      aheadMs: 70_000,
      writeDocs: false,
    });
    expect(readOptions(['--server', 'postgres', '--posts', '50'])).toMatchObject({
      servers: ['postgres'],
      posts: 50,
    });
    expect(readOptions(['--only', 'history,lateness', '--runs', '5'])).toMatchObject({
      names: ['lateness', 'history'],
      runs: 5,
    });
  });

  it('are refused if they are invalid', () => {
    for (const args of [
      ['--runs', '2'],
      ['--only', 'speed'],
      ['--scale', '2'],
      ['--scale', 'x'],
      ['--server', 'sqlite'],
      ['--posts', '1.5'],
      ['--ahead=-1'],
    ]) {
      expect(() => readOptions(args)).toThrow('Usage');
    }
    for (const args of [
      ['--scale', '0.5'],
      ['--posts', '50'],
      ['--ahead', '5'],
    ]) {
      expect(() => readOptions(['--write-docs', ...args])).toThrow('for the sizes that the page names');
    }
    expect(readOptions(['--write-docs', '--only', 'history'])).toMatchObject({ writeDocs: true });
  });
});
