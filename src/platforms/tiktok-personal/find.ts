import type { JsonObject } from '../../domain/json.js';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import type { PersonalSession } from './api.js';
import { findInList } from './find-in-list.js';
import { isVideo } from './options.js';
import { toPublished } from './published.js';
import { videoOf, publishIdOf, readState } from './state.js';
import { readStatus, refusalOf, type PublishStatus } from './status.js';

/**
 * Looks the post up by the id that TikTok issued before it published. That id is missing for images if the
 * response to their call was lost, and for videos after a restore. Then the account's list may show them.
 */
export async function findOnTikTok(
  session: PersonalSession,
  publication: Publication,
  stored: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const state = readState(stored);
  const publishId = publishIdOf(state);
  if (publishId === undefined) return findInList(session, publication, search);
  const status = await onFailure(readStatus(session, publishId), (failure) => {
    // An id that TikTok does not know anymore says nothing about the post.
    const isUnknown = failure.kind === 'rejected' && failure.code === 'PLATFORM_REJECTED';
    throw new PlatformFailed(isUnknown ? { kind: 'ambiguous', message: failure.message } : failure);
  });
  return outcomeOf(session, publication, status, {
    publishId,
    sizeBytes: videoOf(state)?.sizeBytes ?? null,
  });
}

interface Sent {
  publishId: string;
  /** The size of a video. Null for images. */
  sizeBytes: number | null;
}

function outcomeOf(
  session: PersonalSession,
  publication: Publication,
  status: PublishStatus,
  { publishId, sizeBytes }: Sent,
): FindAnswer {
  switch (status.status) {
    case 'PUBLISH_COMPLETE':
    case 'SEND_TO_USER_INBOX': {
      const medium = isVideo(publication) ? 'video' : 'photo';
      const [postId] = status.publicaly_available_post_id;
      const published = toPublished(session, medium, { postId, publishId });
      return { kind: 'found', published, byId: true };
    }
    case 'FAILED': {
      const { code, message, mayPass } = refusalOf(status);
      // A video may be sent again. Images are blind and would not be sent again, so report their failure.
      return mayPass && sizeBytes !== null ? { kind: 'absent' } : { kind: 'refused', code, message };
    }
    case 'PROCESSING_UPLOAD':
      return uploadOutcome(status, sizeBytes);
    case 'PROCESSING_DOWNLOAD':
      return processing;
    default:
      return { kind: 'ambiguous', message: 'TikTok reports an unknown status.' };
  }
}

const processing: FindAnswer = {
  kind: 'processing',
  checkAfterMs: null,
  message: 'TikTok is processing the post.',
};

/** The outcome of an upload that is not complete. Without its last byte, a video is never published. */
function uploadOutcome(
  { uploaded_bytes: uploadedBytes }: PublishStatus,
  sizeBytes: number | null,
): FindAnswer {
  if (uploadedBytes === undefined || sizeBytes === null) {
    return { kind: 'ambiguous', message: 'TikTok does not say how many bytes of the video it has.' };
  }
  return uploadedBytes < sizeBytes ? { kind: 'absent' } : processing;
}
