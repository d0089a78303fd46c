import { z } from 'zod';
import { readSuccess } from '../call.js';
import { PlatformFailed } from '../failure.js';
import type { ConnectorParts } from '../parts.js';
import { graph, graphFailure, hasTooFewViewers, isMissingObject, type GraphCall } from './graph-api.js';

const insightSchema = z.object({
  name: z.string().min(1),
  values: z
    .array(z.object({ value: z.int().min(0) }))
    .min(1)
    .optional()
    .catch(undefined),
  total_value: z
    .object({ value: z.int().min(0) })
    .optional()
    .catch(undefined),
});
const listSchema = z.object({ data: z.array(z.unknown()) });

/**
 * Reads the insights of a post by their names. Meta leaves out those that it has not counted. Null if the post does not
 * exist, or is not ours.
 */
export async function readInsights(
  { safeFetch, clock }: ConnectorParts,
  call: GraphCall,
): Promise<Readonly<Record<string, number>> | null> {
  const answer = await graph(safeFetch, call);
  const list = readSuccess(answer, listSchema);
  if (list === null) {
    if (isMissingObject(answer)) return null;
    if (hasTooFewViewers(answer)) return {};
    throw new PlatformFailed(graphFailure(answer, clock));
  }
  const found = list.data.flatMap((item) => insightSchema.safeParse(item).data ?? []);
  const entries = found.flatMap(({ name, values, total_value: total }) => {
    const value = values?.[0]?.value ?? total?.value;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
