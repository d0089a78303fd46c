/**
 * The metrics that have the same name on all platforms, in the order in which they are shown. A platform's other
 * metrics are in `native`.
 */
export const metricNames = [
  'views',
  'impressions',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
] as const;
export type MetricName = (typeof metricNames)[number];
