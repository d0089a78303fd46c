import type { Platform } from '../../lib/platform-looks.js';
import type { OptionSchema } from './option-schema.js';

/** Words for a form field that replace those of the API, which are written for programs. */
interface Words extends Pick<OptionSchema, 'title' | 'description' | 'enum'> {
  values?: Readonly<Record<string, string>>;
  /** The title says the opposite of the option: "Allow comments" for `disableComment`. */
  isOpposite?: boolean;
}

/** An option by its path; `poll.options` is a part of `poll`. */
type WordsByPath = Readonly<Record<string, Words>>;

const everyone = 'Everyone';
const tikTokAudience: Words = {
  description: 'TikTok has no default for this: you have to choose.',
  values: {
    PUBLIC_TO_EVERYONE: everyone,
    MUTUAL_FOLLOW_FRIENDS: 'Friends (followers whom the account follows back)',
    FOLLOWER_OF_CREATOR: 'Followers',
    SELF_ONLY: 'Only the account itself',
  },
};
const tikTok: WordsByPath = {
  privacyLevel: tikTokAudience,
  disableComment: { title: 'Allow comments', description: '', isOpposite: true },
  disableDuet: { title: 'Allow duets', description: 'Videos only.', isOpposite: true },
  disableStitch: { title: 'Allow stitches', description: 'Videos only.', isOpposite: true },
  photoCoverIndex: { title: 'Cover', description: 'Images only. Without a choice, it is the first one.' },
};
const linkedIn: WordsByPath = {
  visibility: { values: { PUBLIC: 'Anyone', CONNECTIONS: 'Connections only' } },
  'article.thumbnailMediaId': { description: '' },
  'poll.options': { description: '' },
  'poll.question': { description: '' },
  'poll.duration': {
    description: '',
    values: { ONE_DAY: '1 day', THREE_DAYS: '3 days', SEVEN_DAYS: '1 week', FOURTEEN_DAYS: '2 weeks' },
  },
};

const wordsOf: Partial<Record<Platform, WordsByPath>> = {
  INSTAGRAM: {
    kind: { values: { FEED: 'Feed post', REELS: 'Reel', STORIES: 'Story' } },
    coverMediaId: { title: 'Cover', description: 'Reels only.' },
    collaborators: { description: 'Usernames. The post also appears on the profiles of those who accept.' },
  },
  FACEBOOK_PAGE: {
    kind: {
      description: 'A reel is one upright video. A story is one image or video.',
      values: { POST: 'Post', REEL: 'Reel', STORY: 'Story' },
    },
    link: {
      title: 'Link card',
      description: 'The address to show as a card. Only without images and videos.',
    },
    title: { title: 'Video title', description: '' },
  },
  X: {
    replySettings: {
      description: '',
      values: {
        everyone,
        following: 'Accounts that the account follows',
        mentionedUsers: 'Only mentioned accounts',
        subscribers: 'Subscribers',
        verified: 'Verified accounts',
      },
    },
    'poll.options': { description: '' },
    'poll.durationMinutes': {
      title: 'Voting time',
      description: '',
      enum: [60, 360, 1_440, 4_320, 10_080],
      values: { 60: '1 hour', 360: '6 hours', 1440: '1 day', 4320: '3 days', 10080: '1 week' },
    },
  },
  LINKEDIN_PERSON: linkedIn,
  LINKEDIN_COMPANY: linkedIn,
  TIKTOK_BUSINESS: {
    ...tikTok,
    privacyLevel: { ...tikTokAudience, description: 'Images only. Videos are always public.' },
    thumbnailMediaId: { title: 'Cover of the video', description: '' },
  },
  TIKTOK_PERSONAL: tikTok,
  YOUTUBE: {
    title: { title: 'Title', description: '' },
    madeForKids: {
      description: 'Comments are off on videos made for kids.',
      values: { true: 'Yes, it is made for kids', false: 'No, it is not made for kids' },
    },
    privacyStatus: {
      description: '',
      values: { public: everyone, unlisted: 'Everyone with the link', private: 'Only the channel' },
    },
    categoryId: { description: '', values: { 22: 'People & Blogs' } },
    tags: { description: 'Keywords, up to 500 characters in total.' },
  },
  PINTEREST: {
    boardId: { description: '' },
    boardSectionId: { description: '' },
    title: { description: '' },
    link: { description: 'The address that the pin leads to.' },
    coverMediaId: { title: 'Cover of the video', description: '' },
    carouselIndex: { title: 'First image', description: 'Without a choice, Pinterest decides.' },
  },
  THREADS: {
    replyControl: {
      description: '',
      values: {
        everyone,
        accounts_you_follow: 'Accounts that the account follows',
        mentioned_only: 'Only mentioned accounts',
        parent_post_author_only: 'Only the author of the post',
        followers_only: 'Followers',
      },
    },
    linkAttachment: { description: 'The address to show as a card. Only without images and videos.' },
  },
  BLUESKY: {
    replyGate: { values: { everyone, nobody: 'No account' } },
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
  THREADS: ['replyControl', 'topicTag', 'linkAttachment'],
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
