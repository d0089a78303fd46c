import { z } from 'zod';
import { readMarks } from '../../../sandbox/marks.js';
import type { SandboxStore, ShownMedia } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { processingMsOf } from '../../../sandbox/uploads.js';
import { fail, markedFailure } from './dialect.js';

export const platform = 'TIKTOK_PERSONAL';
/** How long the id of a post with the mark `moderation` stays hidden after processing. */
const moderationMs = 1_500;

/** A publish is TikTok's word for the job that uploads, processes and publishes one post. */
const publishSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  refreshes: z.number(),
  medium: z.enum(['VIDEO', 'PHOTO']),
  isDraft: z.boolean(),
  text: z.string(),
  title: z.string(),
  isPublic: z.boolean(),
  /** The text that the sandbox page shows beside the text of the post. */
  shown: z.record(z.string(), z.string()),
  /** The marks in the bytes of its media. */
  marks: z.string(),
  /** The upload of a video. Null for images. */
  upload: z
    .object({
      token: z.string(),
      totalBytes: z.number(),
      chunkBytes: z.number(),
      chunkCount: z.number(),
      uploadedBytes: z.number(),
      expiresAtMs: z.number(),
    })
    .nullable(),
  /** The time at which processing ends. Null until TikTok has all bytes. */
  readyAtMs: z.number().nullable(),
  failReason: z.string().nullable(),
  /** The id of the public post, which TikTok returns from `postIdAtMs` on. */
  postId: z.string(),
  postIdAtMs: z.number(),
});
export type Publish = z.infer<typeof publishSchema>;

const key = (id: string): string => `${platform} publish ${id}`;

export function readPublish(store: SandboxStore, id: string): Publish | undefined {
  return publishSchema.safeParse(store.object(key(id))).data;
}

export function writePublish(store: SandboxStore, publish: Publish): void {
  store.setObject(key(publish.id), publish);
}

export interface NewPublish extends Pick<
  Publish,
  'medium' | 'isDraft' | 'text' | 'title' | 'isPublic' | 'shown'
> {
  token: SandboxToken;
}

export function newPublish(store: SandboxStore, { token, ...post }: NewPublish): Publish {
  const number = store.newNumericId();
  return {
    ...post,
    id: `${post.medium === 'VIDEO' ? 'v_pub_file' : 'p_pub_url'}~v2-1.${number}`,
    accountId: token.accountId,
    refreshes: token.refreshes,
    marks: '',
    upload: null,
    readyAtMs: null,
    failReason: null,
    postId: store.newNumericId(),
    postIdAtMs: 0,
  };
}

/** Completes a publish once TikTok has all bytes: decides by the marks how it ends, and publishes the post. */
export function complete(
  store: SandboxStore,
  publish: Publish,
  media: ShownMedia[],
  failReason: string | null = null,
): void {
  const marks = readMarks(`${publish.text} ${publish.title} ${publish.marks}`);
  const processingMs = processingMsOf(store, publish.medium === 'VIDEO' ? 'VIDEO' : 'IMAGE', marks);
  const readyAtMs = store.now().getTime() + processingMs;
  const unprocessable = marks.has('processing-failed') ? 'file_format_check_failed' : null;
  const accepted = {
    ...publish,
    readyAtMs,
    failReason: failReason ?? markedFailure((mark) => marks.has(mark)) ?? unprocessable,
    postIdAtMs: readyAtMs + (marks.has('moderation') ? moderationMs : 0),
  };
  writePublish(store, accepted);
  if (accepted.failReason !== null) return;
  const isListed = isPublicPost(publish);
  store.publish({
    platform,
    accountId: publish.accountId,
    externalPostId: isListed ? publish.postId : publish.id,
    text: publish.text,
    extra: { publishId: publish.id, isListed, medium: publish.medium, title: publish.title },
    media,
    shown: publish.shown,
  });
}

export function statusAnswer(store: SandboxStore, token: SandboxToken, id: string): Response {
  const publish = readPublish(store, id);
  if (publish === undefined) return fail(400, 'invalid_publish_id', 'The publish_id does not exist.');
  if (publish.accountId !== token.accountId) {
    return fail(400, 'token_not_authorized_for_specified_publish_id');
  }
  const nowMs = store.now().getTime();
  const isReady = publish.readyAtMs !== null && publish.readyAtMs <= nowMs;
  const hasFailed = isReady && publish.failReason !== null;
  const hasPostId = isReady && !hasFailed && isPublicPost(publish) && publish.postIdAtMs <= nowMs;
  const data = {
    status: hasFailed ? 'FAILED' : isReady ? endStatusOf(publish) : openStatusOf(publish),
    ...(hasFailed ? { fail_reason: publish.failReason } : {}),
    publicaly_available_post_id: hasPostId ? ['POST_ID'] : [],
    ...(publish.upload === null ? {} : { uploaded_bytes: publish.upload.uploadedBytes }),
  };
  const body = JSON.stringify({ data, error: { code: 'ok', message: '', log_id: 'sandbox' } });
  // The id is a number too long for JavaScript.
  return new Response(body.replace('"POST_ID"', publish.postId), {
    headers: { 'content-type': 'application/json' },
  });
}

/** Whether the post is public. A draft and a private post have no public id, and no list shows them. */
const isPublicPost = ({ isPublic, isDraft }: Publish): boolean => isPublic && !isDraft;
const endStatusOf = ({ isDraft }: Publish): string => (isDraft ? 'SEND_TO_USER_INBOX' : 'PUBLISH_COMPLETE');
const openStatusOf = ({ upload }: Publish): string =>
  upload === null ? 'PROCESSING_DOWNLOAD' : 'PROCESSING_UPLOAD';
