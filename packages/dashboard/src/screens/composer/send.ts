import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, newIdempotencyKey } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { readPost, soonestTime, type ReadPost } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { editableTargets, isPartlyPublic } from '../../lib/partly-public.js';
import { isActionAllowed } from '../../../../../src/domain/post-actions.js';
import { t } from '../../messages/composer.js';
import type { Post, UpdatePost } from './api.js';
import { bodyOf, draftOf, isSameDraft, wantedAt, type Draft } from './draft.js';
import { isAsSent, type Intent, type Sent } from './sent.js';

const conflictStatuses = new Set([409, 412]);
const waitingStates: readonly Post['status'][] = ['NEEDS_APPROVAL', 'SCHEDULED'];

export const isEditable = ({ status }: Post): boolean => isActionAllowed('edit', status);
export const isWaiting = ({ status }: Post): boolean => waitingStates.includes(status);

/** The post has changed since it was opened, so it was not saved. */
export class PostConflict extends Error {
  override readonly name = 'PostConflict';
  readonly theirs: Post;
  /** The post as it was when it was opened; null for a new one. */
  readonly base: Post | null;

  constructor(theirs: Post, base: Post | null, cause?: unknown) {
    super(t('changedMeanwhile'), { cause });
    this.theirs = theirs;
    this.base = base;
  }
}

/** The post was created by an earlier try and has been deleted since. */
export class DeletedPost extends Error {
  override readonly name = 'DeletedPost';
}

export interface Creation {
  draft: Draft;
  intent: Intent;
  /** The versions of this new post that were sent without getting a response. */
  sent: readonly Sent[];
}

export function useCreatePost() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (creation: Creation) => {
      const { draft, intent } = creation;
      // The workspace is sent, because a draft may have no accounts from which the service could derive it.
      const body = { ...bodyOf(draft), ...(await timeOf(draft, intent)), workspaceId: id };
      const outcome = await api.POST('/posts', { body: { ...body, clientReferenceId: draft.referenceId } });
      const isRepeat = outcome.response.status === 200;
      const post = await dataOf(Promise.resolve(outcome));
      if (!isRepeat) return post;
      if (post.deletedAt !== null) throw new DeletedPost(t('deleted'));
      return goOn(post.id, creation);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, 'posts') }),
  });
}

/**
 * Continues with a post that already exists, because an earlier try succeeded without a response or another tab sent
 * the same draft. Saves changes that were made in the form since, unless the post was changed elsewhere.
 */
async function goOn(postId: string, { draft, intent, sent }: Creation): Promise<Post> {
  const now = await readPost(postId);
  const arrived = sent.filter((one) => isAsSent(one, now.post));
  // "Publish now" sends no time of the form that could be compared.
  const isTimeRight = intent !== 'now' || arrived.some((one) => one.intent === 'now');
  if (isTimeRight && isAsSent({ draft, intent }, now.post)) return now.post;
  if (arrived.length === 0 || !canOverwrite(now.post)) throw new PostConflict(now.post, null);
  return patch(now, { ...bodyOf(draft), ...(await timeOfChange(draft, now.post, intent)) });
}

/** Whether the form can replace the whole stored version. */
export const canOverwrite = (post: Post): boolean => isEditable(post) && !isPartlyPublic(post);

export interface Change {
  draft: Draft;
  /** The post as it was when the editing began. */
  base: Post;
  intent: Intent;
}

export function useUpdatePost() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      if (change.intent !== 'retry') return save(change);
      const now = await readPost(change.base.id);
      // The change is not saved again if an earlier try saved it but did not retry the post.
      const isSaved = isSameDraft(draftOf(now.post, change.draft.timezone), change.draft);
      return retry(isSaved ? now.post : await save(change));
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, 'posts') }),
  });
}

/** How often a save is tried. The second try covers changes to the post that do not affect its content. */
const savesMax = 2;

async function save({ draft, base, intent }: Change): Promise<Post> {
  for (let saves = 1; ; saves += 1) {
    const now = await readPost(base.id);
    if (!isSame(base, now.post)) throw new PostConflict(now.post, base);
    const time = await timeOfChange(draft, base, intent);
    try {
      return await patch(now, { ...bodyOf(draft), ...time });
    } catch (error) {
      if (!(error instanceof ApiError) || !conflictStatuses.has(error.status)) throw error;
      if (error.status === 412 && saves < savesMax) continue;
      const { post: after } = await readPost(base.id);
      // If the post is unchanged, the 409 has another cause, such as a deleted image.
      if (error.status === 409 && isSame(base, after)) throw error;
      throw new PostConflict(after, base, error);
    }
  }
}

/** Retries the post immediately, or submits the retry for approval if the workspace requires it. */
const retry = (post: Post): Promise<Post> =>
  dataOf(
    api.POST('/posts/{id}/retry', {
      params: { path: { id: post.id }, header: { 'Idempotency-Key': newIdempotencyKey() } },
      body: { targetIds: editableTargets(post).map(({ id }) => id) },
    }),
  );

/**
 * Saves changes to a post. Sends the ETag, so that the service refuses to overwrite a version that was not read here.
 */
const patch = ({ post: { id }, etag }: ReadPost, body: UpdatePost): Promise<Post> =>
  dataOf(
    api.PATCH('/posts/{id}', {
      params: { path: { id }, ...(etag !== null && { header: { 'If-Match': etag } }) },
      body,
    }),
  );

/** Whether two versions of a post have the same status, time and content. */
function isSame(a: Post, b: Post): boolean {
  if (a.status !== b.status || a.scheduledAt !== b.scheduledAt) return false;
  return isSameDraft(draftOf(a, 'UTC'), draftOf(b, 'UTC'));
}

type Times = Pick<UpdatePost, 'scheduledFor' | 'draftScheduledFor'>;

async function timeOf(draft: Draft, intent: Intent): Promise<Times> {
  if (intent === 'now') return { scheduledFor: await soonestTime() };
  const at = wantedAt(draft);
  return intent === 'schedule' ? { scheduledFor: at } : { draftScheduledFor: at };
}

async function timeOfChange(draft: Draft, base: Post, intent: Intent): Promise<Times> {
  if (intent === 'keep' || intent === 'retry') return {};
  if (intent === 'draft' && base.status !== 'DRAFT')
    return { scheduledFor: null, draftScheduledFor: wantedAt(draft) };
  // If the time in the fields is unchanged, it is not sent, so that the stored time stays.
  const before = wantedAt(draftOf(base, draft.timezone));
  const isKept = isWaiting(base) && before === wantedAt(draft);
  return intent === 'schedule' && isKept ? {} : timeOf(draft, intent);
}
