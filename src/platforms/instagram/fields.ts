import type { ContainerFields } from '../kit/meta/graph-containers.js';
import type { Publication, PublicationMedia } from '../kit/platform.js';
import { formOfPublication, type InstagramForm } from './form.js';
import { instagramOptionsSchema, type InstagramOptions } from './options.js';

/**
 * How long the URLs of files work. Images are fetched while the container is created, videos and their covers
 * within minutes.
 */
const addressLifeMs = { picture: 15 * 60 * 1000, video: 2 * 60 * 60 * 1000 } as const;
export const coverOption = 'coverMediaId';

/** The fields of a post's own container, without its media and their URLs. */
export function postFields(publication: Publication): ContainerFields {
  const options = instagramOptionsSchema.parse(publication.options ?? {});
  const form = formOfPublication(publication);
  const { isAiGenerated, isPaidPartnership } = options;
  return {
    ...mediaTypes[form],
    ...(form === 'STORY' ? {} : shownFields(publication.text, options)),
    ...(form === 'REEL' ? reelFields(options) : {}),
    ...(form === 'CAROUSEL' ? {} : tagFields(options, 0)),
    ...flag('is_ai_generated', isAiGenerated),
    ...flag('is_paid_partnership', isPaidPartnership),
  };
}

const mediaTypes: Readonly<Record<InstagramForm, ContainerFields>> = {
  PICTURE: {},
  CAROUSEL: { media_type: 'CAROUSEL' },
  REEL: { media_type: 'REELS' },
  STORY: { media_type: 'STORIES' },
};

function shownFields(text: string, { collaborators, locationId }: InstagramOptions): ContainerFields {
  return {
    ...(text === '' ? {} : { caption: text }),
    ...(collaborators === undefined ? {} : { collaborators: JSON.stringify(collaborators) }),
    ...(locationId === undefined ? {} : { location_id: locationId }),
  };
}

function reelFields({ shareToFeed, thumbOffsetMs, audioName, trialReel }: InstagramOptions): ContainerFields {
  return {
    ...flag('share_to_feed', shareToFeed),
    ...(thumbOffsetMs === undefined ? {} : { thumb_offset: String(thumbOffsetMs) }),
    ...(audioName === undefined ? {} : { audio_name: audioName }),
    ...(trialReel === undefined
      ? {}
      : { trial_params: JSON.stringify({ graduation_strategy: trialReel.graduationStrategy }) }),
  };
}

function flag(name: string, value: boolean | undefined): ContainerFields {
  return value === undefined ? {} : { [name]: String(value) };
}

/** The tags of one image or video. */
export function tagFields({ userTags = [] }: InstagramOptions, mediaIndex: number): ContainerFields {
  const tags = userTags
    .filter((tag) => tag.mediaIndex === mediaIndex)
    .map(({ username, x, y }) => ({ username, ...(x === undefined ? {} : { x, y }) }));
  return tags.length === 0 ? {} : { user_tags: JSON.stringify(tags) };
}

/** The fields of an item's container in a carousel, without the file and its URL. */
export function childFields({ options }: Publication, index: number): ContainerFields {
  return tagFields(instagramOptionsSchema.parse(options ?? {}), index);
}

/**
 * The URL of a file, which works only as long as Instagram needs it, and the alt text. Only images of posts
 * have alt text.
 */
export async function addressOf(media: PublicationMedia, form: InstagramForm): Promise<ContainerFields> {
  const url = await media.publicUrl(addressLifeMs[media.kind === 'VIDEO' ? 'video' : 'picture']);
  if (media.kind !== 'VIDEO') {
    const { altText } = media;
    const isDescribed = form !== 'STORY' && altText !== null && altText !== '';
    return { image_url: url, ...(isDescribed ? { alt_text: altText } : {}) };
  }
  // A single video is a reel or a story, which the other fields of its container state.
  return { video_url: url, ...(form === 'CAROUSEL' ? { media_type: 'VIDEO' } : {}) };
}

export async function coverAddress({ optionMedia }: Publication): Promise<ContainerFields> {
  const cover = optionMedia[coverOption];
  return cover === undefined ? {} : { cover_url: await cover.publicUrl(addressLifeMs.video) };
}

/** The content of a container, without URLs, because URLs differ each time and are secrets. */
export function contentOf(publication: Publication): ContainerFields {
  const { media, optionMedia } = publication;
  const cover = optionMedia[coverOption];
  return {
    ...postFields(publication),
    media: JSON.stringify(
      media.map(({ sha256, altText }, index) => [sha256, altText, childFields(publication, index)]),
    ),
    ...(cover === undefined ? {} : { cover: cover.sha256 }),
  };
}
