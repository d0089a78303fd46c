import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { readSuccess } from '../kit/call.js';
import { mediaRejected, notUploaded } from '../kit/media-upload.js';
import type { Publication, ReadinessAnswer } from '../kit/platform.js';
import { callLinkedIn, encodeUrn, linkedInFailure, type LinkedInSession } from './api.js';
import { completeUploads, type LinkedInUpload } from './media-state.js';
import { itemsOf } from './options.js';

const statusSchema = z.object({
  status: z.enum(['WAITING_UPLOAD', 'PROCESSING', 'AVAILABLE', 'PROCESSING_FAILED']),
  processingFailureReason: z.string().nullish(),
});

/** The wait if LinkedIn does not report the progress. It rejects a post with media that are still being processed. */
const settleMs = { image: 1_000, video: 30_000, document: 5_000 } as const;

/** Checks whether LinkedIn has processed the uploaded media, which takes a moment. */
export async function checkProcessing(
  session: LinkedInSession,
  publication: Publication,
  state: JsonObject,
): Promise<ReadinessAnswer> {
  const uploads = completeUploads(itemsOf(publication), state);
  if (uploads === null) return notUploaded;
  for (const upload of uploads) {
    const answer = maySeeStatus(session, upload)
      ? await readStatus(session, upload)
      : settled(session, upload);
    if (answer.kind !== 'ready') return answer;
  }
  return { kind: 'ready' };
}

/**
 * Whether the app may read the status of an upload. Apps cannot read members' images and documents, and each attempt
 * would count against the member's daily calls.
 */
function maySeeStatus({ settings: { author } }: LinkedInSession, { kind }: LinkedInUpload): boolean {
  return author === 'organization' || kind === 'video';
}

export async function readStatus(
  session: LinkedInSession,
  upload: LinkedInUpload,
  signal?: AbortSignal,
): Promise<ReadinessAnswer> {
  const path = `/rest/${upload.kind}s/${encodeUrn(upload.urn)}`;
  const answer = await callLinkedIn(session, { method: 'GET', path, signal });
  const found = readSuccess(answer, statusSchema);
  if (found === null) {
    if (answer.status === 403) return settled(session, upload);
    const failure = linkedInFailure(session, answer);
    return answer.status === 404 ? { ...notUploaded, message: answer.say(undefined) } : failure;
  }
  switch (found.status) {
    case 'AVAILABLE':
      return { kind: 'ready' };
    case 'PROCESSING':
      return { kind: 'pending', checkAfterMs: null };
    case 'WAITING_UPLOAD':
      return notUploaded;
    case 'PROCESSING_FAILED':
      return mediaRejected(
        answer.say(`LinkedIn could not process it: ${found.processingFailureReason ?? 'no reason given'}`),
      );
  }
}

function settled({ clock }: LinkedInSession, { kind, doneAt }: LinkedInUpload): ReadinessAnswer {
  const sinceMs = clock.now().getTime() - Date.parse(doneAt ?? clock.now().toISOString());
  const checkAfterMs = settleMs[kind] - sinceMs;
  return checkAfterMs > 0 ? { kind: 'pending', checkAfterMs } : { kind: 'ready' };
}
