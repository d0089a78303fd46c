/**
 * The parameters of each call besides the access token. The real API ignores other parameters; here they
 * count as bugs of the connector.
 */
const list = ['fields', 'limit', 'after', 'before'];
export const parameters = {
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
  listMedia: [...list, 'since', 'until'],
  listStories: list,
  listComments: list,
  listReplies: list,
  comment: ['message'],
  reply: ['message'],
  me: ['fields'],
  subscribe: ['subscribed_fields'],
  getObject: ['fields'],
  updateMedia: ['comment_enabled'],
} as const satisfies Record<string, readonly string[]>;

export type Operation = keyof typeof parameters;

export function unknownParameter(operation: Operation, params: object): string | undefined {
  const known: readonly string[] = parameters[operation];
  return Object.keys(params).find((name) => name !== 'access_token' && !known.includes(name));
}
