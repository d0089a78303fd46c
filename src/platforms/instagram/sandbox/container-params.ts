import { z } from 'zod';
import { parseJson } from '../../../sandbox/parse-json.js';
import { graphError, invalid } from '../../kit/meta/sandbox/errors.js';
import type { Params } from '../../kit/meta/sandbox/login.js';

const captionCharsMax = 2_200;
const mentionsMax = 20;
const hashtagsMax = 30;
const altTextCharsMax = 1_000;
const collaboratorsMax = 3;
const childrenMin = 2;
const childrenMax = 10;

export type ContainerType = 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL';

const types = new Set<string>(['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL']);

/** The type of a container, or the error if the parameters name none that can be created. */
export function readContainerType(params: Params): ContainerType | Response {
  const { media_type: type = 'IMAGE', is_carousel_item: item } = params;
  if (!types.has(type)) return invalid(`Param media_type must be one of ${[...types].join(', ')}.`);
  if (item !== undefined && item !== 'true' && item !== 'false') return notBoolean('is_carousel_item');
  if (type === 'VIDEO' && item !== 'true') {
    return invalid('The VIDEO value for media_type is no longer supported. Use the REELS media type.');
  }
  if (item === 'true' && type !== 'IMAGE' && type !== 'VIDEO') {
    return graphError({ code: 100, subcode: 2_207_023, message: `The media type ${type} is unknown.` });
  }
  return type as ContainerType;
}

/** The error about the parameters of a container of that type; null if there is none. */
export function containerFault(type: ContainerType, params: Params): Response | null {
  return (
    misplacedFault(type, params) ?? mediaFault(type, params) ?? wordsFault(params) ?? listFault(type, params)
  );
}

const flags = ['share_to_feed', 'is_ai_generated', 'is_paid_partnership'];
const reelsAlone = ['share_to_feed', 'thumb_offset', 'cover_url', 'audio_name', 'trial_params'];
const notInCarousel = ['caption', 'location_id', 'collaborators', 'is_ai_generated', 'is_paid_partnership'];
const notInStories = ['caption', 'location_id', 'collaborators', 'alt_text'];

function notBoolean(name: string): Response {
  return invalid(`Param ${name} must be a boolean.`);
}

function misplacedFault(type: ContainerType, params: Params): Response | null {
  const given = (names: string[]): string | undefined => names.find((name) => params[name] !== undefined);
  const notFlag = flags.find((name) => params[name] !== undefined && !/^(true|false)$/.test(params[name]));
  if (notFlag !== undefined) return notBoolean(notFlag);
  const forReels = type === 'REELS' ? undefined : given(reelsAlone);
  if (forReels !== undefined) return invalid(`Param ${forReels} is for reels only.`);
  const forParent = params['is_carousel_item'] === 'true' ? given(notInCarousel) : undefined;
  if (forParent !== undefined) return invalid(`Param ${forParent} is not for items of a carousel.`);
  const forPosts = type === 'STORIES' ? given(notInStories) : undefined;
  if (forPosts !== undefined) return invalid(`Param ${forPosts} is not for stories.`);
  if (params['alt_text'] !== undefined && params['image_url'] === undefined) {
    return invalid('Param alt_text is for images only.');
  }
  return null;
}

function mediaFault(type: ContainerType, params: Params): Response | null {
  const { image_url: image, video_url: video, children } = params;
  if (type === 'CAROUSEL') {
    if (image !== undefined || video !== undefined) return invalid('A carousel takes children only.');
    const count = (children ?? '').split(',').filter((id) => id !== '').length;
    if (count >= childrenMin && count <= childrenMax) return null;
    const message = `A carousel has ${childrenMin} to ${childrenMax} children.`;
    return graphError({ code: 100, subcode: 2_207_028, message });
  }
  if (children !== undefined) return invalid('Param children is for carousels only.');
  if (image !== undefined && video !== undefined) return invalid('Give image_url or video_url, not both.');
  if (type === 'IMAGE' && image === undefined) return invalid('The parameter image_url is required.');
  const isVideo = type === 'REELS' || type === 'VIDEO';
  if (isVideo && video === undefined) return invalid('The parameter video_url is required.');
  return image === undefined && video === undefined
    ? invalid('One of the parameters image_url and video_url is required.')
    : null;
}

function wordsFault({ caption = '', alt_text: altText = '' }: Params): Response | null {
  if (caption.length > captionCharsMax) {
    return graphError({
      code: 36_004,
      subcode: 2_207_010,
      message: 'The submitted image with caption is too long.',
    });
  }
  const mentions = caption.match(/(^|\s)@[\w.]+/g) ?? [];
  if (mentions.length > mentionsMax) {
    const message = `Cannot use more than ${mentionsMax} tags per created media.`;
    return graphError({ code: 100, subcode: 2_207_040, message });
  }
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu) ?? [];
  if (hashtags.length > hashtagsMax) return invalid(`A caption has at most ${hashtagsMax} hashtags.`);
  return altText.length > altTextCharsMax ? invalid('Param alt_text is too long.') : null;
}

const place = z.number().min(0).max(1);
const tagsSchema = z.array(
  z.strictObject({ username: z.string().min(1), x: place.optional(), y: place.optional() }),
);
const collaboratorsSchema = z.array(z.string().min(1)).min(1).max(collaboratorsMax);
const trialSchema = z.strictObject({ graduation_strategy: z.enum(['MANUAL', 'SS_PERFORMANCE']) });

function listFault(type: ContainerType, params: Params): Response | null {
  const { user_tags: tags, collaborators, trial_params: trial, location_id: location } = params;
  const { thumb_offset: offset } = params;
  if (collaborators !== undefined && !fits(collaboratorsSchema, collaborators)) {
    return invalid(`Param collaborators must be an array of at most ${collaboratorsMax} usernames.`);
  }
  if (trial !== undefined && !fits(trialSchema, trial)) return invalid('Param trial_params is not valid.');
  if (location !== undefined && !/^\d+$/.test(location)) {
    return invalid('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID');
  }
  if (offset !== undefined && !/^\d+$/.test(offset)) {
    return graphError({ code: 1, subcode: 2_207_057, message: 'Thumbnail offset must be at least 0.' });
  }
  if (tags === undefined) return null;
  const read = tagsSchema.safeParse(parseJson(tags)).data;
  if (read === undefined || type === 'CAROUSEL') return invalid('Param user_tags is not valid.');
  const isImage = type === 'IMAGE';
  const isPlaced = read.every(({ x, y }) => x !== undefined && y !== undefined);
  if (isImage && !isPlaced) return invalid('Param user_tags: x and y are required for images.');
  const isVideo = type === 'REELS' || type === 'VIDEO';
  return isVideo && read.some(({ x }) => x !== undefined)
    ? invalid('Param user_tags: x and y are not for videos.')
    : null;
}

function fits(schema: z.ZodType, json: string): boolean {
  return schema.safeParse(parseJson(json)).success;
}
