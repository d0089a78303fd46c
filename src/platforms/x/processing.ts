import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { callApi } from '../kit/api-call.js';
import { readSuccess } from '../kit/call.js';
import { mediaRejected, notUploaded } from '../kit/media-upload.js';
import { PlatformFailed } from '../kit/failure.js';
import type { Publication, ReadinessAnswer } from '../kit/platform.js';
import { xFailure, type XSession } from './api.js';
import { completeUploads } from './media-state.js';

/** X's report about a file after its last segment. */
export const statusSchema = z.object({
  data: z.object({
    media_key: z.string().optional(),
    processing_info: z
      .object({
        state: z.enum(['pending', 'in_progress', 'succeeded', 'failed']),
        check_after_secs: z.number().optional(),
        error: z.object({ message: z.string().optional(), name: z.string().optional() }).optional(),
      })
      .optional(),
  }),
});

type Processing =
  | { kind: 'succeeded' }
  | { kind: 'pending'; checkAfterMs: number | null }
  | { kind: 'failed'; message: string };

export async function readProcessing(session: XSession, mediaId: string): Promise<Processing> {
  const query = { command: 'STATUS', media_id: mediaId };
  const answer = await callApi(session, { method: 'GET', path: '/2/media/upload', query });
  const status = readSuccess(answer, statusSchema);
  if (status === null) {
    const failure = xFailure(answer, session.clock);
    throw new PlatformFailed(answer.status === 404 ? { ...notUploaded, message: failure.message } : failure);
  }
  const info = status.data.processing_info;
  switch (info?.state) {
    case undefined:
    case 'succeeded':
      return { kind: 'succeeded' };
    case 'failed':
      return { kind: 'failed', message: answer.say(info.error?.message ?? info.error?.name) };
    default: {
      const seconds = info?.check_after_secs;
      return { kind: 'pending', checkAfterMs: seconds === undefined ? null : seconds * 1000 };
    }
  }
}

/** Checks whether X has processed videos and GIFs, without which they cannot be posted. */
export async function checkProcessing(
  session: XSession,
  publication: Publication,
  state: JsonObject,
): Promise<ReadinessAnswer> {
  const uploads = completeUploads(publication, state, session.clock.now());
  if (uploads === null) return notUploaded;
  for (const upload of uploads) {
    if (!upload.processing) continue;
    const processing = await readProcessing(session, upload.mediaId);
    if (processing.kind === 'failed') return mediaRejected(processing.message);
    if (processing.kind === 'pending') return processing;
  }
  return { kind: 'ready' };
}
