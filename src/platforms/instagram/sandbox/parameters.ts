/** The parameters of every list. */
const listed = ['fields', 'limit', 'after', 'before'];
/** The parameters that each operation knows, besides the access token. */
const parametersOf = {
  exchangeToken: ['grant_type', 'client_secret'],
  refreshAccessToken: ['grant_type'],
  createContainer: [
    'alt_text',
    'audio_name',
    'caption',
    'children',
    'collaborators',
    'cover_url',
    'image_url',
    'is_ai_generated',
    'is_carousel_item',
    'is_paid_partnership',
    'location_id',
    'media_type',
    'share_to_feed',
    'thumb_offset',
    'trial_params',
    'user_tags',
    'video_url',
  ],
  publish: ['creation_id'],
  publishingLimit: ['fields', 'since'],
  listMedia: [...listed, 'since', 'until'],
  listStories: listed,
  listComments: listed,
  listReplies: listed,
  comment: ['message'],
  reply: ['message'],
  me: ['fields'],
  subscribe: ['subscribed_fields'],
  getObject: ['fields'],
  insights: ['metric'],
  updateObject: ['comment_enabled', 'hide'],
  deleteComment: [],
} as const satisfies Record<string, readonly string[]>;

export type Operation = keyof typeof parametersOf;

/** The first parameter that Instagram does not know. It would ignore it; here it counts as a bug of the connector. */
export function unknownParameter(operation: Operation, params: object): string | undefined {
  const known: readonly string[] = parametersOf[operation];
  return Object.keys(params).find((name) => name !== 'access_token' && !known.includes(name));
}
