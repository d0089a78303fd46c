import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import { countersOf } from '../../../sandbox/counters.js';
import { invalid, queryFault, refuse } from './api.js';

const dayMs = 24 * 60 * 60 * 1000;
const names = ['IMPRESSION', 'PIN_CLICK', 'OUTBOUND_CLICK', 'SAVE'] as const;
const day = z.iso.date();
const querySchema = z
  .object({
    start_date: day,
    end_date: day,
    metric_types: z
      .string()
      .transform((words) => words.split(','))
      .pipe(z.array(z.enum(names)).min(1)),
  })
  .refine(({ start_date: start, end_date: end }) => start <= end);

/** GET /pins/{id}/analytics, only for the owner of the pin, and for the last 90 days. */
export function readAnalytics({ c, store, platform, token }: Call): Response {
  const fault = queryFault(c, ['start_date', 'end_date', 'metric_types']);
  if (fault !== null) return fault;
  const query = querySchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('start_date, end_date or metric_types.');
  if (Date.parse(query.start_date) < store.now().getTime() - 90 * dayMs)
    return invalid('start_date is more than 90 days ago.');
  const pin = store.find(platform, c.req.param('id') ?? '');
  if (pin?.accountId !== token.accountId) return refuse(404, 50, 'Pin not found.');
  const { impressions, clicks, saves } = countersOf(store, pin);
  const all = {
    IMPRESSION: impressions,
    PIN_CLICK: clicks,
    OUTBOUND_CLICK: Math.floor(clicks / 2),
    SAVE: saves,
  };
  const asked = Object.fromEntries(query.metric_types.map((name) => [name, all[name]]));
  return Response.json({ all: { summary_metrics: asked, daily_metrics: [] } });
}
