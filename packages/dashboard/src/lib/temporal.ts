import type { Temporal as TemporalNamespace } from 'temporal-polyfill';

const { Temporal: own } = globalThis as { Temporal?: typeof TemporalNamespace };

/** The browser's own `Temporal`. The library takes its place in browsers that have none, such as Safari. */
export const Temporal = own ?? (await import('temporal-polyfill')).Temporal;
export type PlainDate = TemporalNamespace.PlainDate;
