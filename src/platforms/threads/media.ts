import type { JsonObject } from '../../domain/json.js';
import { makeChildren, type ContainerFields } from '../kit/meta/graph-containers.js';
import { mediaFailure, mediaRejected } from '../kit/media-upload.js';
import { onFailure, PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { MetaSession } from '../kit/meta/session.js';
import { containerState, createContainer, keptContainer } from './container.js';
import { toContainerFields } from './options.js';
import { checkQuota } from './quota.js';

/** How long the URLs of files work. Images are fetched while the container is created, videos within minutes. */
const addressLifeMs = { picture: 15 * 60 * 1000, video: 2 * 60 * 60 * 1000 } as const;
/**
 * Creates the containers. Threads accepts no uploads: it gets a URL for each file, and fetches it. A single
 * file is in the post's own container. Several files have one container each, which `prepare` combines once
 * Threads has fetched them all.
 */
export async function uploadToThreads(
  session: MetaSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const kept = keptContainer(publication, state);
  if (kept !== null) return { kind: 'uploaded', state: kept };
  const [first, ...others] = publication.media;
  if (first === undefined) return { kind: 'uploaded', state: state ?? {} };
  if (others.length > 0) return bringChildren(session, publication, state, run);
  await checkQuota(session, publication);
  const params = { ...toContainerFields(publication), ...(await addressOf(first)) };
  const making = createContainer(session, params, { signal: run.signal });
  const containerId = await onFailure(making, (failure) => {
    throw new PlatformFailed(containerFailure(failure, 'OF_POST'));
  });
  run.progress(first.sizeBytes);
  return { kind: 'uploaded', state: containerState(publication, containerId, session.clock.now()) };
}

async function bringChildren(
  session: MetaSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  await checkQuota(session, publication);
  return makeChildren({
    publication,
    state,
    run,
    now: () => session.clock.now(),
    make: async (media) => {
      const fields = { is_carousel_item: 'true', ...(await addressOf(media)) };
      const making = createContainer(session, fields, { signal: run.signal });
      return onFailure(making, (failure) => {
        throw new PlatformFailed(containerFailure(failure, 'OF_MEDIUM'));
      });
    },
  });
}

/** The fields of a container for a file, with a URL that works only as long as Threads needs it. */
async function addressOf(media: PublicationMedia): Promise<ContainerFields> {
  const url = await media.publicUrl(addressLifeMs[media.kind === 'VIDEO' ? 'video' : 'picture']);
  return {
    ...(media.kind === 'VIDEO'
      ? { media_type: 'VIDEO', video_url: url }
      : { media_type: 'IMAGE', image_url: url }),
    ...(media.altText === null || media.altText === '' ? {} : { alt_text: media.altText }),
  };
}

const couldNotFetch = /FAILED_DOWNLOADING|could not be fetched/i;
/** The words of a rejection for the text of a post. The codes for that are not documented. */
const aboutWords =
  /LINK_LIMIT|\b(param )?(text|caption|text_entities|is_spoiler_media|link_attachment|topic_tag|links?|topic|hashtags?|mentions?|repl(y|ies))\b/i;
const aboutMedia =
  /\b(media|image|video|photo|picture|aspect ratio|format|carousel|(image|video)_url|alt_text)\b/i;

/** The failure of a container, from the message in its status. */
export function mediaError(message: string): PlatformFailure {
  if (couldNotFetch.test(message)) return { kind: 'prepare-again', message };
  return isAboutWords(message)
    ? { kind: 'rejected', code: 'PLATFORM_REJECTED', message }
    : mediaRejected(message);
}

/**
 * Decides whether a rejection is about the text or the media. An item's container has no text; the container of a post
 * may have both. A file that cannot be fetched may be available the next time; one that cannot be processed will not.
 */
function containerFailure(failure: PlatformFailure, container: 'OF_MEDIUM' | 'OF_POST'): PlatformFailure {
  if (failure.kind !== 'rejected') return failure;
  const { message } = failure;
  if (couldNotFetch.test(message)) return { kind: 'upload-again', message };
  return container === 'OF_POST' && isAboutWords(message) ? failure : mediaFailure(failure);
}

function isAboutWords(message: string): boolean {
  return aboutWords.test(message) && !aboutMedia.test(message);
}
