import type { Row } from './report.js';
import { median } from './statistics.js';

interface Measured {
  label: string;
  unit: string;
  ours: number[];
  bare: number[];
  /** What it is compared with. Default: bare. */
  baseline?: string;
}

/** A rate, of which more is better: reached at `aimShare` of the baseline's. */
export function rateRow(measured: Measured, aimShare: number): Row {
  const { baseline = 'bare' } = measured;
  const ratio = ratioOf(measured);
  return {
    ...medians(measured),
    result: ratio === null ? null : `${ratio.toFixed(2)} x ${baseline}`,
    aim: `at least ${aimShare} x ${baseline}`,
    reached: ratio !== null && ratio >= aimShare,
    speed: ratio,
  };
}

/** A time, of which less is better: reached up to `aimTimes` of the baseline's. */
export function timeRow(measured: Measured, aimTimes: number | null): Row {
  const { baseline = 'bare' } = measured;
  const ratio = ratioOf(measured);
  return {
    ...medians(measured),
    result: ratio === null ? null : `${ratio.toFixed(2)} x ${baseline}`,
    aim: aimTimes === null ? null : `at most ${aimTimes} x ${baseline}`,
    reached: aimTimes === null ? null : ratio !== null && ratio <= aimTimes,
    speed: ratio === null ? null : 1 / ratio,
  };
}

/** Below this, a baseline is noise, and a ratio to it says nothing. */
const baselineMin = 0.05;

function ratioOf({ ours, bare }: Measured): number | null {
  const baseline = median(bare);
  return baseline < baselineMin ? null : median(ours) / baseline;
}

/** A delay: reached if it is at most `aimMsAbove` longer than the baseline's. */
export function delayRow(measured: Measured, aimMsAbove: number | null): Row {
  const { baseline = 'bare' } = measured;
  const aboveMs = median(measured.ours) - median(measured.bare);
  return {
    ...medians(measured),
    result: `${baseline} ${aboveMs < 0 ? '-' : '+'} ${Math.abs(aboveMs).toFixed(0)} ms`,
    aim: aimMsAbove === null ? null : `at most ${baseline} + ${aimMsAbove} ms`,
    reached: aimMsAbove === null ? null : aboveMs <= aimMsAbove,
    speed: null,
  };
}

/** A figure without a baseline, judged by the caller if at all. */
export function plainRow(
  measured: Omit<Measured, 'bare' | 'baseline'>,
  judged: { result: string; aim: string; reached: boolean } | null = null,
): Row {
  return {
    ...medians({ ...measured, bare: [] }),
    result: judged?.result ?? null,
    aim: judged?.aim ?? null,
    reached: judged?.reached ?? null,
    speed: null,
  };
}

function medians({
  label,
  unit,
  ours,
  bare,
}: Measured): Pick<Row, 'label' | 'unit' | 'ours' | 'bare' | 'runs'> {
  return {
    label,
    unit,
    ours: median(ours),
    bare: bare.length === 0 ? null : median(bare),
    runs: { ours, bare },
  };
}
