import { z } from 'zod';
import type { Clock } from '../../../clock.js';
import { readSuccess, type PlatformAnswer } from '../call.js';
import { PlatformFailed, type PlatformFailure } from '../failure.js';
import { graph, graphFailure, isMissingObject, type GraphCall } from './graph-api.js';
import type { ConnectorParts } from '../parts.js';

/**
 * Enough for hundreds of comments of the maximum length. Meta escapes non-ASCII characters, so each can take six bytes.
 */
const listBytesMax = 8 * 1024 * 1024;

const listSchema = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
});

export type GraphPage<T> =
  | { kind: 'page'; items: T[]; cursor: string | null; isPartial?: true }
  /** The object does not exist, or is not ours. */
  | { kind: 'gone' };

/** Reads one page of a Graph API list. Items that do not match `schema` are skipped, and make the page partial. */
export async function graphPage<T>(
  { safeFetch, clock }: ConnectorParts,
  call: Omit<GraphCall, 'method'>,
  schema: z.ZodType<T>,
  cursor: string | null,
  failureOf: (answer: PlatformAnswer, clock: Clock) => PlatformFailure = graphFailure,
): Promise<GraphPage<T>> {
  const params = cursor === null ? call.params : { ...call.params, after: cursor };
  const answer = await graph(safeFetch, {
    ...call,
    method: 'GET',
    params,
    responseBytesMax: listBytesMax,
  });
  const list = readSuccess(answer, listSchema);
  if (list === null) {
    if (isMissingObject(answer)) return { kind: 'gone' };
    throw new PlatformFailed(failureOf(answer, clock));
  }
  const items = list.data.flatMap((item) => schema.safeParse(item).data ?? []);
  // The last page has a cursor too, but the page after it is empty.
  const after = list.data.length === 0 ? undefined : list.paging?.cursors?.after;
  return {
    kind: 'page',
    items,
    cursor: after ?? null,
    ...(items.length < list.data.length && { isPartial: true }),
  };
}
