/**
 * Meta's own description of these calls, as its SDK has it: parameters of each call, and fields of each object. Made
 * from the PyPI package facebook_business 26.0.3 (IGUser, IGMedia, IGComment, ShadowIGMediaBuilder,
 * ContentPublishingLimitResponse, IGRefreshAccessTokenForIGOnlyAPI), read on 2026-11-22.
 */
export const graphParameters = {
  'POST /{user}/media': [
    'alt_text',
    'audio_configuration',
    'audio_name',
    'branded_content_sponsor_ids',
    'caption',
    'children',
    'collaborators',
    'cover_url',
    'cross_post_to_threads',
    'image_url',
    'is_ai_generated',
    'is_carousel_item',
    'is_comment_prompt_used',
    'is_paid_partnership',
    'is_poll_duration_extended',
    'location_id',
    'media_type',
    'poll_attachment',
    'product_tags',
    'share_to_feed',
    'show_ig_link',
    'thumb_offset',
    'title',
    'trial_params',
    'upload_type',
    'user_tags',
    'video_url',
  ],
  'POST /{user}/media_publish': ['creation_id'],
  'GET /{user}/content_publishing_limit': ['since'],
  'GET /{user}/media': ['since', 'until'],
  'GET /{user}/stories': [],
  'GET /{container}': [],
  'GET /{media}': [
    'ad_account_id',
    'boostable_media_callsite',
    'business_id',
    'primary_fb_page_id',
    'primary_ig_user_id',
    'secondary_fb_page_id',
    'secondary_ig_user_id',
  ],
  'POST /{media}': ['comment_enabled', 'status'],
  'GET /{media}/comments': [],
  'POST /{media}/comments': ['ad_id', 'message'],
  'POST /{comment}': ['hide'],
  'DELETE /{comment}': [],
  'GET /{comment}/replies': [],
  'POST /{comment}/replies': ['message'],
  // From the "Webhooks" page of Instagram Login, because the SDK describes this call only for Pages.
  'POST /{me}/subscribed_apps': ['subscribed_fields'],
  'GET /refresh_access_token': ['access_token', 'grant_type'],
} as const satisfies Record<string, readonly string[]>;

/** The parameters of every call, from the overview of the Graph API. */
export const commonParameters = ['access_token', 'fields', 'limit', 'after', 'before'];

const mediaFields = [
  'alt_text',
  'caption',
  'comments_count',
  'id',
  'is_ai_generated',
  'is_comment_enabled',
  'is_shared_to_feed',
  'like_count',
  'media_product_type',
  'media_type',
  'media_url',
  'owner',
  'permalink',
  'shortcode',
  'thumbnail_url',
  'timestamp',
  'username',
];
const commentFields = [
  'from',
  'hidden',
  'id',
  'like_count',
  'media',
  'parent_id',
  // An edge: the Graph API lets a read ask for the objects behind it.
  'replies',
  'text',
  'timestamp',
  'user',
  'username',
];

/** The fields that each read may return. */
export const graphFields: Readonly<Partial<Record<keyof typeof graphParameters, readonly string[]>>> = {
  'GET /{user}/content_publishing_limit': ['config', 'quota_usage'],
  'GET /{user}/media': mediaFields,
  'GET /{user}/stories': mediaFields,
  'GET /{container}': ['copyright_check_status', 'id', 'status', 'status_code', 'video_status'],
  'GET /{media}': mediaFields,
  'GET /{media}/comments': commentFields,
  'GET /{comment}/replies': commentFields,
};
