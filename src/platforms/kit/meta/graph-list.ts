import { z } from 'zod';
import type { Clock } from '../../../clock.js';
import type { SafeFetch } from '../../../egress/safe-fetch.js';
import { isSuccess, readAnswer, type PlatformAnswer } from '../call.js';
import type { PlatformFailure } from '../failure.js';
import { graph, graphFailure, isMissingObject, type GraphCall } from './graph-api.js';

/** Hundreds of comments of the maximum length. Meta escapes non-ASCII characters, so each can take six bytes. */
const listBytesMax = 8 * 1024 * 1024;

const listSchema = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
});

export type GraphPage<T> =
  | { kind: 'page'; items: T[]; cursor: string | null; isPartial?: true }
  /** The object does not exist, or is not ours. */
  | { kind: 'gone' }
  | PlatformFailure;

/** One page of a Graph API list. Items that do not match `schema` are skipped, and make the page partial. */
export async function graphPage<T>(
  { safeFetch, clock }: { safeFetch: SafeFetch; clock: Clock },
  call: Omit<GraphCall, 'method'>,
  schema: z.ZodType<T>,
  cursor: string | null,
  failureOf: (answer: PlatformAnswer, clock: Clock) => PlatformFailure = graphFailure,
): Promise<GraphPage<T>> {
  const params = cursor === null ? call.params : { ...call.params, after: cursor };
  const result = await graph(safeFetch, {
    ...call,
    method: 'GET',
    params,
    responseBytesMax: listBytesMax,
  });
  if ('failure' in result) return result.failure;
  const list = isSuccess(result.answer) ? readAnswer(result.answer, listSchema) : null;
  if (list === null)
    return isMissingObject(result.answer) ? { kind: 'gone' } : failureOf(result.answer, clock);
  const items = list.data.flatMap((item) => schema.safeParse(item).data ?? []);
  // The last page has a cursor too, which leads to an empty page.
  const after = list.data.length === 0 ? undefined : list.paging?.cursors?.after;
  return {
    kind: 'page',
    items,
    cursor: after ?? null,
    ...(items.length < list.data.length && { isPartial: true }),
  };
}
