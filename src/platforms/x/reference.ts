import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';

/** The data that calls about a post need besides its id. */
interface TweetReference {
  /** An edit sends the media of the post again. */
  mediaIds: readonly string[];
  /** The ids before each edit, the oldest first. The conversation keeps the first. */
  earlierIds: readonly string[];
}

const idsSchema = z.array(z.string()).catch([]).default([]);
const referenceSchema = z.object({ mediaIds: idsSchema, earlierIds: idsSchema });

export function readReference(reference: JsonObject | null): TweetReference {
  return referenceSchema.parse(reference ?? {});
}

export function toReference({ mediaIds, earlierIds }: TweetReference): JsonObject | null {
  if (mediaIds.length + earlierIds.length === 0) return null;
  return {
    ...(mediaIds.length > 0 && { mediaIds: [...mediaIds] }),
    ...(earlierIds.length > 0 && { earlierIds: [...earlierIds] }),
  };
}
