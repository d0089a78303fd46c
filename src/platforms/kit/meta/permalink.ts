import { z } from 'zod';
import type { ConnectorParts } from '../parts.js';
import { readGraph, type GraphCall } from './graph-api.js';

/** A short timeout, because the URL is just for display. */
const permalinkTimeoutMs = 5_000;

const permalinkSchema = z.object({ id: z.string(), permalink: z.url({ protocol: /^https?$/ }) });

/**
 * Reads the public URL of a post, which cannot be built from its id. `toCall` adds the common parts of a
 * platform's calls.
 */
export async function readGraphPermalink(
  parts: ConnectorParts,
  postId: string,
  toCall: (call: Omit<GraphCall, 'baseUrl' | 'accessToken'>) => GraphCall,
): Promise<string | null> {
  const call = toCall({
    path: encodeURIComponent(postId),
    method: 'GET',
    params: { fields: 'id,permalink' },
    timeoutMs: permalinkTimeoutMs,
  });
  const { id, permalink } = await readGraph(parts, call, permalinkSchema);
  return id === postId ? permalink : null;
}
