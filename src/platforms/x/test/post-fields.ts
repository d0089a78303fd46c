/**
 * X's description of the API: xdevplatform/docs, `openapi.json`, version 2.167, commit 2871328 of 2026-08-22. The same
 * for `GET /2/users/{id}/tweets` and `GET /2/tweets/search/recent`, which know no `tweet.fields` anymore.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

export const fieldsOfPosts = words(`
  article article_title attachments card_uri community_id context_annotations conversation_id created_at
  display_text_range edit_controls entities geo id lang matched_media_notes media_metadata non_public_metrics
  note_post note_request_suggestions organic_metrics paid_partnership possibly_sensitive promoted_metrics
  public_metrics reply_settings scopes source suggested_source_links suggested_source_links_with_counts text
  withheld
`);

export const expansionsOfPosts = words(`
  article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet
  attachments.poll_ids author_id edit_history_post_ids entities.mentions.username geo.place_id
  in_reply_to_user_id referenced_posts username
`);
