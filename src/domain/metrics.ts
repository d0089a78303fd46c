import { metricNames, type MetricName } from './metric-names.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Null: the platform did not report the metric. 0: it reported zero. */
export type MetricValues = Record<MetricName, number | null>;
export type NativeMetrics = Record<string, number>;

/** One reading of a post's metrics. */
export interface Measurement {
  values: MetricValues;
  native: NativeMetrics;
}

export const metricStatuses = [
  /** The values are those of `measuredAt`. */
  'OK',
  /** The post has not been measured yet. */
  'PENDING',
  /** The platform has no metrics for the post, or Punctual does not read them. */
  'UNSUPPORTED',
  /** The account was connected without the permission to read metrics. */
  'PERMISSION_MISSING',
  /** Measuring is off for the account, or the post was removed from its platform. Values are kept. */
  'OFF',
  /** The last reading failed. Values of an earlier one are kept. */
  'FAILED',
] as const;
export type MetricStatus = (typeof metricStatuses)[number];

/** How often a post is measured, by its age. Older posts are measured only on request. */
const measureEvery = [
  { ageMsMax: 6 * hourMs, everyMs: hourMs },
  { ageMsMax: dayMs, everyMs: 3 * hourMs },
  { ageMsMax: 3 * dayMs, everyMs: 12 * hourMs },
  { ageMsMax: 30 * dayMs, everyMs: dayMs },
] as const;

/** Older posts are measured only on request. */
export const measuredAgeMsMax = 30 * dayMs;
/** A story is public for a day, and its last reading comes before its end. */
export const storyMeasuredMs = dayMs - 30 * minuteMs;
/** How often an interval is doubled if several readings in a row return the same metrics. */
const doublingsMax = 3;
/** The longest wait between two readings of a post whose metrics do not change. */
const unchangedWaitMsMax = 4 * dayMs;
/** The part of an interval that is random, which spreads posts that were published at the same time. */
const jitterPart = 0.1;
/** The minimum time between two readings, even at the end of the period in which a post is measured. */
const apartMsMin = 10 * minuteMs;

/** The first and the longest wait after a failed reading. The wait doubles with each failure. */
const firstRetryMs = 15 * minuteMs;
const retryMsMax = dayMs;

/** From this age on, only the last snapshot of each day (UTC) is kept. */
export const snapshotsThinnedAfterMs = 7 * dayMs;
/** The minimum time between two post.metrics_updated events of a target. */
export const metricsEventEveryMs = dayMs;

const spread = (ms: number, random: number): number => ms * (1 + jitterPart * (2 * random - 1));

interface MeasuredPostState {
  publishedAt: Date;
  /** How many readings in a row returned the same metrics as the one before. */
  unchanged: number;
  /** How long after its publication the platform has metrics for the post, if that is shorter than usual. */
  measuredForMs?: number;
}

/** The interval between two readings of a post of this age. Null: it is measured only on request. */
export function measureIntervalMs(ageMs: number, unchanged = 0): number | null {
  const everyMs = measureEvery.find(({ ageMsMax }) => ageMs < ageMsMax)?.everyMs;
  if (everyMs === undefined) return null;
  return Math.min(everyMs * 2 ** Math.min(Math.max(unchanged, 0), doublingsMax), unchangedWaitMsMax);
}

/** The next time to measure a post. The last reading is at the end of its time. Null: only on request. */
export function nextMeasureAt(
  { publishedAt, unchanged, measuredForMs = measuredAgeMsMax }: MeasuredPostState,
  now: Date,
  random: number,
): Date | null {
  const everyMs = measureIntervalMs(Math.max(0, now.getTime() - publishedAt.getTime()), unchanged);
  const endMs = publishedAt.getTime() + Math.min(measuredForMs, measuredAgeMsMax);
  if (everyMs === null || now.getTime() + apartMsMin > endMs) return null;
  return new Date(Math.min(now.getTime() + spread(everyMs, random), endMs));
}

/** The time to repeat a failed reading. Null: the post's time has passed, so only on request. */
export function retryMeasureAt(
  { publishedAt, measuredForMs = measuredAgeMsMax }: Omit<MeasuredPostState, 'unchanged'>,
  failures: number,
  now: Date,
  random: number,
): Date | null {
  const doublings = Math.min(Math.max(failures - 1, 0), 16);
  const waitMs = Math.min(firstRetryMs * 2 ** doublings, retryMsMax);
  const at = new Date(now.getTime() + spread(waitMs, random));
  return at.getTime() <= publishedAt.getTime() + Math.min(measuredForMs, measuredAgeMsMax) ? at : null;
}

/** Builds the values of a reading. A metric that the platform did not report is null. */
export function metricValues(reported: Partial<Record<MetricName, number | null | undefined>>): MetricValues {
  const entries = metricNames.map((name) => [name, reported[name] ?? null] as const);
  return Object.fromEntries(entries) as MetricValues;
}

/** Adds metrics that the platform reports separately. Null if it reported none of them. */
export function sumOf(...parts: readonly (number | null | undefined)[]): number | null {
  const reported = parts.filter((part) => part !== null && part !== undefined);
  return reported.length === 0 ? null : reported.reduce((sum, part) => sum + part, 0);
}

/** Leaves out metrics that the platform did not report. */
export function nativeMetrics(reported: Readonly<Record<string, number | null | undefined>>): NativeMetrics {
  const entries = Object.entries(reported).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

export const noMetricValues: MetricValues = metricValues({});

/** The facts that decide the status of a target's metrics. */
export interface MetricFacts {
  /** Whether the connector reads metrics. */
  isSupported: boolean;
  isOn: boolean;
  /** Whether the post was removed from its platform. */
  isRemoved: boolean;
  lacksPermission: boolean;
  /** The number of readings in a row that have failed. */
  failures: number;
  measuredAt: Date | null;
}

export function metricStatusOf(facts: MetricFacts): MetricStatus {
  if (!facts.isSupported) return 'UNSUPPORTED';
  if (!facts.isOn || facts.isRemoved) return 'OFF';
  if (facts.lacksPermission) return 'PERMISSION_MISSING';
  if (facts.failures > 0) return 'FAILED';
  return facts.measuredAt === null ? 'PENDING' : 'OK';
}
