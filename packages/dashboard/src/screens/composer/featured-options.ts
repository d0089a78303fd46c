import type { Platform } from '../../lib/platform-looks.js';
import { formatSpan } from '../../lib/wording.js';
import { t } from '../../messages/composer.js';
import type { OptionSchema } from './option-schema.js';

/** Words for a form field that replace those of the API, which are written for programs. */
interface Words extends Pick<OptionSchema, 'title' | 'description' | 'enum'> {
  values?: Readonly<Record<string, string>>;
  /** The title says the opposite of the option: "Allow comments" for `disableComment`. */
  isOpposite?: boolean;
}

/** An option by its path; `poll.options` is a part of `poll`. */
type WordsByPath = Readonly<Record<string, Words>>;

const everyone = t('everyone');
const tikTokAudience: Words = {
  description: t('noTikTokDefault'),
  values: {
    PUBLIC_TO_EVERYONE: everyone,
    MUTUAL_FOLLOW_FRIENDS: t('friends'),
    FOLLOWER_OF_CREATOR: t('followers'),
    SELF_ONLY: t('onlySelf'),
  },
};
const tikTok: WordsByPath = {
  privacyLevel: tikTokAudience,
  disableComment: { title: t('allowComments'), description: '', isOpposite: true },
  disableDuet: { title: t('allowDuets'), description: t('videosOnly'), isOpposite: true },
  disableStitch: { title: t('allowStitches'), description: t('videosOnly'), isOpposite: true },
  photoCoverIndex: { title: t('cover'), description: t('coverHint') },
};
const linkedIn: WordsByPath = {
  visibility: { values: { PUBLIC: t('anyone'), CONNECTIONS: t('connectionsOnly') } },
  'article.thumbnailMediaId': { description: '' },
  'poll.options': { description: '' },
  'poll.question': { description: '' },
  'poll.duration': {
    description: '',
    values: {
      ONE_DAY: formatSpan(1, 'day'),
      THREE_DAYS: formatSpan(3, 'day'),
      SEVEN_DAYS: formatSpan(1, 'week'),
      FOURTEEN_DAYS: formatSpan(2, 'week'),
    },
  },
};

const wordsOf: Partial<Record<Platform, WordsByPath>> = {
  INSTAGRAM: {
    kind: { values: { FEED: t('feedPost'), REELS: t('reel'), STORIES: t('story') } },
    coverMediaId: { title: t('cover'), description: t('reelsOnly') },
    collaborators: { description: t('collaboratorsHint') },
  },
  FACEBOOK_PAGE: {
    kind: {
      description: t('kindHint'),
      values: { POST: t('post'), REEL: t('reel'), STORY: t('story') },
    },
    link: {
      title: t('linkCard'),
      description: t('linkCardHint'),
    },
    title: { title: t('videoTitle'), description: '' },
  },
  X: {
    replySettings: {
      description: '',
      values: {
        everyone,
        following: t('following'),
        mentionedUsers: t('mentioned'),
        subscribers: t('subscribers'),
        verified: t('verifiedAccounts'),
      },
    },
    'poll.options': { description: '' },
    'poll.durationMinutes': {
      title: t('votingTime'),
      description: '',
      enum: [60, 360, 1_440, 4_320, 10_080],
      values: {
        60: formatSpan(1, 'hour'),
        360: formatSpan(6, 'hour'),
        1440: formatSpan(1, 'day'),
        4320: formatSpan(3, 'day'),
        10080: formatSpan(1, 'week'),
      },
    },
  },
  LINKEDIN_PERSON: linkedIn,
  LINKEDIN_COMPANY: linkedIn,
  TIKTOK_BUSINESS: {
    ...tikTok,
    privacyLevel: { ...tikTokAudience, description: t('imagesOnly') },
    thumbnailMediaId: { title: t('videoCover'), description: '' },
  },
  TIKTOK_PERSONAL: tikTok,
  YOUTUBE: {
    title: { title: t('title'), description: '' },
    madeForKids: {
      description: t('kidsHint'),
      values: { true: t('forKids'), false: t('notForKids') },
    },
    privacyStatus: {
      description: '',
      values: { public: everyone, unlisted: t('unlisted'), private: t('onlyChannel') },
    },
    categoryId: { description: '', values: { 22: t('peopleBlogs') } },
    tags: { description: t('keywordsHint') },
  },
  PINTEREST: {
    boardId: { description: '' },
    boardSectionId: { description: '' },
    title: { description: '' },
    link: { description: t('pinLinkHint') },
    coverMediaId: { title: t('videoCover'), description: '' },
    carouselIndex: { title: t('firstImage'), description: t('firstImageHint') },
  },
  THREADS: {
    replyControl: {
      description: '',
      values: {
        everyone,
        accounts_you_follow: t('following'),
        mentioned_only: t('mentioned'),
        parent_post_author_only: t('onlyAuthor'),
        followers_only: t('followers'),
      },
    },
    linkAttachment: { description: t('linkCardHint') },
    'poll.options': { description: '' },
  },
  BLUESKY: {
    replyGate: { values: { everyone, nobody: t('nobody') } },
  },
};

/** The options that are used most, in the order of the form. All others are under "More options". */
const featured: Record<Platform, readonly string[]> = {
  INSTAGRAM: ['kind', 'coverMediaId', 'collaborators'],
  FACEBOOK_PAGE: ['kind', 'link', 'title'],
  X: ['replySettings', 'poll'],
  LINKEDIN_PERSON: ['visibility', 'article', 'poll'],
  LINKEDIN_COMPANY: ['article', 'poll'],
  TIKTOK_BUSINESS: [
    'privacyLevel',
    'disableComment',
    'disableDuet',
    'disableStitch',
    'thumbnailMediaId',
    'photoCoverIndex',
  ],
  TIKTOK_PERSONAL: ['privacyLevel', 'disableComment', 'disableDuet', 'disableStitch', 'photoCoverIndex'],
  YOUTUBE: ['title', 'madeForKids', 'privacyStatus', 'categoryId', 'thumbnailMediaId', 'tags'],
  PINTEREST: ['boardId', 'boardSectionId', 'title', 'link', 'coverMediaId', 'carouselIndex'],
  THREADS: ['replyControl', 'topicTag', 'linkAttachment', 'poll', 'gif'],
  BLUESKY: ['replyGate', 'external', 'labels'],
};

/** Splits the options of a schema into those that are used most and the others. Required ones are never hidden. */
export function splitOptions(
  platform: Platform,
  schema: OptionSchema,
): { first: OptionSchema; more: OptionSchema } {
  const { properties = {}, required = [] } = schema;
  const names = featured[platform].filter((name) => properties[name] !== undefined);
  const first = [...new Set([...names, ...required])];
  const pick = (wanted: readonly string[]): OptionSchema => ({
    ...schema,
    properties: Object.fromEntries(wanted.flatMap((name) => ofName(properties, name))),
  });
  return { first: pick(first), more: pick(Object.keys(properties).filter((name) => !first.includes(name))) };
}

const ofName = (
  properties: NonNullable<OptionSchema['properties']>,
  name: string,
): [string, OptionSchema][] => {
  const found = properties[name];
  return found === undefined ? [] : [[name, found]];
};

/** Returns the schema of a platform's options with the words of the form. */
export function inFormWords(platform: Platform, schema: OptionSchema): OptionSchema {
  let changed = schema;
  for (const [path, words] of Object.entries(wordsOf[platform] ?? {}))
    changed = withWords(changed, path.split('.'), words);
  return changed;
}

function withWords(schema: OptionSchema, [name, ...rest]: readonly string[], words: Words): OptionSchema {
  if (name === undefined) {
    const { values, isOpposite, ...replaced } = words;
    return {
      ...schema,
      ...replaced,
      ...(schema.anyOf !== undefined && {
        anyOf: schema.anyOf.map((one) => ({ ...one, ...titlesOf(values) })),
      }),
      ...titlesOf(values),
      ...(isOpposite === true && { 'x-opposite': true }),
    };
  }
  const part = schema.properties?.[name];
  if (part === undefined) return schema;
  return { ...schema, properties: { ...schema.properties, [name]: withWords(part, rest, words) } };
}

const titlesOf = (values: Words['values']): Pick<OptionSchema, 'x-value-titles'> =>
  values === undefined ? {} : { 'x-value-titles': values };
