import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { callPlatform, isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import { mediaRejected, notUploaded } from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, ReadinessAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { xCredentialsSchema, xFailure, type XContext } from './api.js';
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
  | { kind: 'failed'; message: string }
  | { kind: 'failure'; failure: PlatformFailure };

export async function readProcessing(
  { safeFetch, clock }: XContext,
  session: PlatformSession,
  mediaId: string,
): Promise<Processing> {
  const read = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return { kind: 'failure', failure: read.failure };
  const query = new URLSearchParams({ command: 'STATUS', media_id: mediaId });
  const result = await callPlatform(
    safeFetch,
    {
      url: `${session.baseUrl}/2/media/upload?${query.toString()}`,
      method: 'GET',
      headers: { authorization: `Bearer ${read.credentials.accessToken}` },
    },
    read.secrets,
  );
  if ('failure' in result) return { kind: 'failure', failure: result.failure };
  const status = isSuccess(result.answer) ? readAnswer(result.answer, statusSchema) : null;
  if (status === null) {
    const failure = xFailure(result.answer, clock);
    const isGone = result.answer.status === 404;
    return { kind: 'failure', failure: isGone ? { ...notUploaded, message: failure.message } : failure };
  }
  const info = status.data.processing_info;
  switch (info?.state) {
    case undefined:
    case 'succeeded':
      return { kind: 'succeeded' };
    case 'failed':
      return { kind: 'failed', message: result.answer.say(info.error?.message ?? info.error?.name) };
    default: {
      const seconds = info?.check_after_secs;
      return { kind: 'pending', checkAfterMs: seconds === undefined ? null : seconds * 1000 };
    }
  }
}

/** X must process videos and GIFs before they can be posted. */
export async function checkProcessing(
  context: XContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject,
): Promise<ReadinessAnswer> {
  const uploads = completeUploads(publication, state, context.clock.now());
  if (uploads === null) return notUploaded;
  for (const upload of uploads) {
    if (!upload.processing) continue;
    const processing = await readProcessing(context, session, upload.mediaId);
    if (processing.kind === 'failure') return processing.failure;
    if (processing.kind === 'failed') return mediaRejected(processing.message);
    if (processing.kind === 'pending') return processing;
  }
  return { kind: 'ready' };
}
