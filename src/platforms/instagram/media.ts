import type { JsonObject } from '../../domain/json.js';
import { containerFault } from '../kit/meta/graph-api.js';
import {
  keptContainerState,
  makeChildren,
  newContainerState,
  type ChildContainer,
} from '../kit/meta/graph-containers.js';
import { mediaFailure } from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import type { InstagramContext } from './api.js';
import { createContainer, readContainer } from './container.js';
import { addressOf, childFields, contentOf, coverAddress, coverOption, postFields } from './fields.js';
import { formOfPublication } from './form.js';
import { checkQuota } from './quota.js';

/**
 * Instagram gets a URL for each file, and fetches it. A single file is in the post's own container. Several files
 * have one container each, which `prepare` combines once Instagram has fetched them all.
 */
export async function uploadToInstagram(
  context: InstagramContext,
  session: PlatformSession,
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
  const spent = await checkQuota(context, session);
  if (spent !== null) return spent;
  const form = formOfPublication(publication);
  if (form === 'CAROUSEL') return bringChildren(context, session, publication, state, run);
  const params = {
    ...postFields(publication),
    ...(await addressOf(first, form)),
    ...(await coverAddress(publication)),
  };
  const made = await createContainer(context, session, params, run.signal);
  if ('failure' in made) return made.failure;
  run.progress(first.sizeBytes);
  return { kind: 'uploaded', state: newContainerState(content, made.id, context.clock.now()) };
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
  context: InstagramContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  return makeChildren({
    publication,
    state,
    run,
    now: () => context.clock.now(),
    detailsOf: detailsOf(publication),
    make: async (media, index) => {
      const address = await addressOf(media, 'CAROUSEL');
      const params = { is_carousel_item: 'true', ...childFields(publication, index), ...address };
      const made = await createContainer(context, session, params, run.signal);
      // Only its file and its tags can be rejected.
      return 'failure' in made && !('user_tags' in params) ? { failure: mediaFailure(made.failure) } : made;
    },
  });
}

export function detailsOf(publication: Publication): (media: PublicationMedia, index: number) => string {
  return (_media, index) => childFields(publication, index)['user_tags'] ?? '';
}

type Gathered = { kind: 'gathered' } | { kind: 'pending'; checkAfterMs: number | null } | PlatformFailure;

/** Whether Instagram has fetched and accepted every item of a carousel. */
export async function checkChildren(
  context: InstagramContext,
  session: PlatformSession,
  children: readonly ChildContainer[],
): Promise<Gathered> {
  for (const { id } of children) {
    const container = await readContainer(context, session, id);
    if (container.kind === 'failure') return container.failure;
    const { message } = container;
    if (container.kind === 'missing') return { kind: 'prepare-again', message };
    if (container.status === 'IN_PROGRESS') return { kind: 'pending', checkAfterMs: null };
    if (container.status === 'EXPIRED') return { kind: 'prepare-again', message };
    if (container.status === 'ERROR') return containerFault(message);
  }
  return { kind: 'gathered' };
}
