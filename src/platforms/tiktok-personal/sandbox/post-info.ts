import { z } from 'zod';

const level = z.enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY']);

const brands = {
  brand_content_toggle: z.boolean().default(false),
  brand_organic_toggle: z.boolean().default(false),
};
const isPublicWherePaid = (info: { privacy_level: string; brand_content_toggle: boolean }): boolean =>
  !(info.brand_content_toggle && info.privacy_level === 'SELF_ONLY');

/** The data of a video post, as TikTok documents it. Unknown fields are rejected. */
export const videoInfoSchema = z
  .strictObject({
    privacy_level: level,
    title: z.string().max(2_200).optional(),
    disable_duet: z.boolean().default(false),
    disable_stitch: z.boolean().default(false),
    disable_comment: z.boolean().default(false),
    video_cover_timestamp_ms: z.int32().min(0).optional(),
    is_aigc: z.boolean().default(false),
    ...brands,
  })
  .refine(isPublicWherePaid);

const photoTexts = { title: z.string().max(90).optional(), description: z.string().max(4_000).optional() };

export const photoInfoSchema = z
  .strictObject({
    ...photoTexts,
    privacy_level: level,
    disable_comment: z.boolean().default(false),
    auto_add_music: z.boolean().default(false),
    ...brands,
  })
  .refine(isPublicWherePaid);

export const photoDraftSchema = z.strictObject(photoTexts);

const levelNames: Readonly<Record<z.infer<typeof level>, string>> = {
  PUBLIC_TO_EVERYONE: 'everyone',
  MUTUAL_FOLLOW_FRIENDS: 'friends',
  FOLLOWER_OF_CREATOR: 'followers',
  SELF_ONLY: 'only me',
};

type ShownInfo = Partial<z.infer<typeof videoInfoSchema> & z.infer<typeof photoInfoSchema>> & {
  privacy_level: z.infer<typeof level>;
};

/** The visible parts of a post. */
export function shownOf(info: ShownInfo): Record<string, string> {
  const cover = info.video_cover_timestamp_ms;
  const shown: Record<string, string | undefined> = {
    'Visible to': levelNames[info.privacy_level],
    Comments: info.disable_comment === true ? 'off' : undefined,
    Duets: info.disable_duet === true ? 'off' : undefined,
    Stitches: info.disable_stitch === true ? 'off' : undefined,
    Label: labelOf(info),
    AI: info.is_aigc === true ? 'labeled by its creator' : undefined,
    Music: info.auto_add_music === true ? 'added by TikTok' : undefined,
    Cover: cover === undefined ? undefined : `at ${cover} ms`,
  };
  const entries = Object.entries(shown).flatMap(([label, value]) =>
    value === undefined ? [] : [[label, value] as const],
  );
  return Object.fromEntries(entries);
}

function labelOf({
  brand_content_toggle: isPaid,
  brand_organic_toggle: isOwn,
}: ShownInfo): string | undefined {
  if (isPaid === true) return 'paid partnership';
  return isOwn === true ? 'promotional content' : undefined;
}
