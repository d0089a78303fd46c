import { z } from 'zod';
import { jsonText } from '../../../sandbox/parse-json.js';

/** The schemas are as strict as TikTok: unknown names are rejected. */
const id = z.string().min(1);
const address = z.url({ protocol: /^https?$/ });
const mentionsMax = 30;

const captionOf = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => (text.match(/(^|\s)@\S+/g) ?? []).length <= mentionsMax, 'has too many mentions');

export const videoPublishSchema = z.strictObject({
  business_id: id,
  video_url: address,
  custom_thumbnail_url: address.optional(),
  // `post_info` is required, even if it is empty.
  post_info: z.strictObject({
    caption: captionOf(2_200).optional(),
    is_brand_organic: z.boolean().optional(),
    is_branded_content: z.boolean().optional(),
    disable_comment: z.boolean().optional(),
    disable_duet: z.boolean().optional(),
    disable_stitch: z.boolean().optional(),
    thumbnail_offset: z.int().min(0).optional(),
    is_ai_generated: z.boolean().optional(),
    upload_to_draft: z.boolean().optional(),
  }),
});
export type VideoPublish = z.infer<typeof videoPublishSchema>;

export const photoPublishSchema = z
  .strictObject({
    business_id: id,
    photo_images: z.array(address).min(1).max(35),
    photo_cover_index: z.int().min(0).default(0),
    post_info: z.strictObject({
      privacy_level: z.string().optional(),
      title: z.string().max(90).optional(),
      caption: captionOf(4_000).optional(),
      auto_add_music: z.boolean().optional(),
      is_brand_organic: z.boolean().optional(),
      is_branded_content: z.boolean().optional(),
      is_draft: z.boolean().optional(),
      disable_comment: z.boolean().optional(),
    }),
  })
  .refine(
    ({ photo_images, photo_cover_index }) => photo_cover_index < photo_images.length,
    'photo_cover_index names no image',
  );
export type PhotoPublish = z.infer<typeof photoPublishSchema>;

export const settingsSchema = z.strictObject({ business_id: id });
export const statusSchema = z.strictObject({ business_id: id, publish_id: id });

const fieldNames = z.enum([
  'item_id',
  'thumbnail_url',
  'share_url',
  'embed_url',
  'caption',
  'video_duration',
  'likes',
  'comments',
  'shares',
  'create_time',
  'video_views',
]);
export const listSchema = z.strictObject({
  business_id: id,
  fields: jsonText
    .pipe(z.array(fieldNames))
    .refine((names) => names.includes('item_id'), 'must name item_id')
    .default(['item_id']),
  filters: jsonText.pipe(z.strictObject({ video_ids: z.array(id).optional() })).optional(),
  cursor: z.coerce.number().int().optional(),
  max_count: z.coerce.number().int().min(1).max(20).default(10),
});
export type ListQuery = z.infer<typeof listSchema>;

const commentText = z.string().min(1).max(150);
export const commentSchema = z.strictObject({ business_id: id, video_id: id, text: commentText });
export const replySchema = z.strictObject({
  business_id: id,
  video_id: id,
  comment_id: id,
  text: commentText,
});

const commentPage = {
  business_id: id,
  video_id: id,
  status: z.enum(['ALL', 'PUBLIC']).optional(),
  sort_field: z.enum(['likes', 'replies', 'create_time']).optional(),
  sort_type: z.enum(['asc', 'desc', 'smart']).optional(),
  cursor: z.coerce.number().int().min(0).default(0),
  max_count: z.coerce.number().int().min(1).max(30).default(20),
};
export const commentListSchema = z.strictObject({
  ...commentPage,
  include_replies: z.enum(['true', 'false']).optional(),
  comment_ids: jsonText.pipe(z.array(id).max(30)).optional(),
});
export const deleteSchema = z.strictObject({ business_id: id, comment_id: id });
export const replyListSchema = z.strictObject({ ...commentPage, comment_id: id });
export type CommentQuery = z.infer<typeof commentListSchema> & { comment_id?: string };

export const profileSchema = z.strictObject({
  business_id: id,
  fields: jsonText.pipe(
    z.array(z.enum(['username', 'display_name', 'profile_image', 'is_business_account'])).min(1),
  ),
});

const appShape = { client_id: id, client_secret: id };
export const tokenSchema = z.strictObject({
  ...appShape,
  grant_type: z.literal('authorization_code'),
  auth_code: id,
  redirect_uri: id,
});
export const refreshSchema = z.strictObject({
  ...appShape,
  grant_type: z.literal('refresh_token'),
  refresh_token: id,
});
export const revokeSchema = z.strictObject({ ...appShape, access_token: id });
