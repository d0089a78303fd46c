import type { JsonObject } from '../../domain/json.js';
import { keptContainerState, makeChildren, newContainerState } from '../kit/meta/graph-containers.js';
import { aboutMedia } from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { InstagramSession } from './api.js';
import { createContainer } from './container.js';
import { addressOf, childFields, contentOf, coverAddress, coverOption, postFields } from './fields.js';
import { formOfPublication } from './form.js';
import { checkQuota } from './quota.js';

/**
 * Creates the containers, with URLs from which Instagram fetches the files. A single file is in the post's own
 * container. Several files have one container each, which `prepare` combines once Instagram has fetched them all.
 */
export async function uploadToInstagram(
  session: InstagramSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const content = contentOf(publication);
  const kept = keptContainerState(content, state);
  if (kept !== null) return { kind: 'uploaded', state: kept };
  const [first] = publication.media;
  if (first === undefined) return { kind: 'uploaded', state: state ?? {} };
  if (lacksCover(publication)) return coverGone;
  await checkQuota(session);
  const form = formOfPublication(publication);
  if (form === 'CAROUSEL') return bringChildren(session, publication, state, run);
  const params = {
    ...postFields(publication),
    ...(await addressOf(first, form)),
    ...(await coverAddress(publication)),
  };
  const containerId = await createContainer(session, params, run.signal);
  run.progress(first.sizeBytes);
  return { kind: 'uploaded', state: newContainerState(content, containerId, session.clock.now()) };
}

const coverGone: PlatformFailure = {
  kind: 'rejected',
  code: 'MEDIA_UNAVAILABLE',
  message: 'The cover image is no longer in the media library.',
};

function lacksCover({ options, optionMedia }: Publication): boolean {
  return typeof options?.[coverOption] === 'string' && optionMedia[coverOption] === undefined;
}

function bringChildren(
  session: InstagramSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  return makeChildren({
    publication,
    state,
    run,
    now: () => session.clock.now(),
    detailsOf: detailsOf(publication),
    make: async (media, index) => {
      const address = await addressOf(media, 'CAROUSEL');
      const params = { is_carousel_item: 'true', ...childFields(publication, index), ...address };
      const making = createContainer(session, params, run.signal);
      // Without tags, a rejection can only be about the file itself.
      return 'user_tags' in params ? making : aboutMedia(making);
    },
  });
}

export function detailsOf(publication: Publication): (media: PublicationMedia, index: number) => string {
  return (_media, index) => childFields(publication, index)['user_tags'] ?? '';
}
