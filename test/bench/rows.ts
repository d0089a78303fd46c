import type { Row } from './report.js';
import { median } from './statistics.js';

interface Measured {
  label: string;
  unit: string;
  ours: number[];
  bare: number[];
  /** The name of the baseline. Default: bare. */
  baseline?: string;
}

/** Makes the row of a rate, where more is better. It should be at least `aimShare` of the baseline's. */
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

/** Makes the row of a duration, where less is better. It should be at most `aimTimes` the baseline's. */
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

/** A baseline below this is noise, so a ratio to it means nothing. */
const baselineMin = 0.05;

function ratioOf({ ours, bare }: Measured): number | null {
  const baseline = median(bare);
  return baseline < baselineMin ? null : median(ours) / baseline;
}

/** Makes the row of a delay. It should be at most `aimMsAbove` longer than the baseline's. */
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

/** Makes the row of a value without a baseline. The caller may say whether it is good enough. */
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
