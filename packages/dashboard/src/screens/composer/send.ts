import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, newIdempotencyKey } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { readPost, type ReadPost } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { editableTargets, isPartlyPublic } from '../../lib/partly-public.js';
import { allows } from '../../lib/post-actions.js';
import type { Post, UpdatePost } from './api.js';
import { bodyOf, draftOf, isSameDraft, wantedAt, type Draft } from './draft.js';
import { isAsSent, type Intent, type Sent } from './sent.js';

/** From asking for the time until the change is stored: platforms may be asked between the two. */
const leadMs = 15_000;
const conflictStatuses = new Set([409, 412]);
const waitingStates: readonly Post['status'][] = ['NEEDS_APPROVAL', 'SCHEDULED'];

export const isEditable = ({ status }: Post): boolean => allows(status, 'edit');
export const isWaiting = ({ status }: Post): boolean => waitingStates.includes(status);

/** Somebody else has changed the post since it was opened, or the service says that it collides. */
export class PostConflict extends Error {
  override readonly name = 'PostConflict';
  readonly theirs: Post;
  /** The post as it was opened; null: a new one. */
  readonly base: Post | null;

  constructor(theirs: Post, base: Post | null, cause?: unknown) {
    super('The post has changed since you opened it.', { cause });
    this.theirs = theirs;
    this.base = base;
  }
}

/** What an earlier try has created is deleted. */
export class DeletedPost extends Error {
  override readonly name = 'DeletedPost';
}

export interface Creation {
  draft: Draft;
  intent: Intent;
  /** What this composition sent before, without an answer. */
  sent: readonly Sent[];
}

export function useCreatePost() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (creation: Creation) => {
      const { draft, intent } = creation;
      // The accounts tell the workspace; a draft may have none yet.
      const body = { ...bodyOf(draft), ...(await timeOf(draft, intent)), workspaceId: id };
      const outcome = await api.POST('/posts', { body: { ...body, clientReferenceId: draft.referenceId } });
      const isRepeat = outcome.response.status === 200;
      const post = await dataOf(Promise.resolve(outcome));
      if (!isRepeat) return post;
      if (post.deletedAt !== null) throw new DeletedPost('The post has been deleted.');
      return goOn(post.id, creation);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, 'posts') }),
  });
}

/**
 * The post is there already: an earlier try has arrived though its answer has not, or another tab has sent the same
 * composition. What was changed since is brought in, unless the post is no longer what was sent from here.
 */
async function goOn(postId: string, { draft, intent, sent }: Creation): Promise<Post> {
  const now = await readPost(postId);
  const arrived = sent.filter((one) => isAsSent(one, now.post));
  // "Now" has no time of its own to compare.
  const isTimeRight = intent !== 'now' || arrived.some((one) => one.intent === 'now');
  if (isTimeRight && isAsSent({ draft, intent }, now.post)) return now.post;
  if (arrived.length === 0 || !canOverwrite(now.post)) throw new PostConflict(now.post, null);
  return patch(now, { ...bodyOf(draft), ...(await timeOfChange(draft, now.post, intent)) });
}

/** Whether a whole new version can take the place of the stored one. */
export const canOverwrite = (post: Post): boolean => isEditable(post) && !isPartlyPublic(post);

export interface Change {
  draft: Draft;
  /** The post as it was when this began. */
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
      // An earlier try has saved it, and could not retry it.
      const isSaved = isSameDraft(draftOf(now.post, change.draft.timezone), change.draft);
      return retry(isSaved ? now.post : await save(change));
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, 'posts') }),
  });
}

/** Twice, where what has changed meanwhile is nothing that people write. */
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
      // A 409 may be about what the change names, such as a picture that is gone.
      if (error.status === 409 && isSame(base, after)) throw error;
      throw new PostConflict(after, base, error);
    }
  }
}

/** At once; where the workspace asks for an approval, the post waits for that. */
const retry = (post: Post): Promise<Post> =>
  dataOf(
    api.POST('/posts/{id}/retry', {
      params: { path: { id: post.id }, header: { 'Idempotency-Key': newIdempotencyKey() } },
      body: { targetIds: editableTargets(post).map(({ id }) => id) },
    }),
  );

/** Nobody's change is overwritten that was not read here. */
const patch = ({ post: { id }, etag }: ReadPost, body: UpdatePost): Promise<Post> =>
  dataOf(
    api.PATCH('/posts/{id}', {
      params: { path: { id }, ...(etag !== null && { header: { 'If-Match': etag } }) },
      body,
    }),
  );

/** By what people write and decide; when it was touched does not matter. */
function isSame(a: Post, b: Post): boolean {
  if (a.status !== b.status || a.scheduledAt !== b.scheduledAt) return false;
  return isSameDraft(draftOf(a, 'UTC'), draftOf(b, 'UTC'));
}

type Times = Pick<UpdatePost, 'scheduledFor' | 'draftScheduledFor'>;

async function timeOf(draft: Draft, intent: Intent): Promise<Times> {
  if (intent === 'now') return { scheduledFor: await soon() };
  const at = wantedAt(draft);
  return intent === 'schedule' ? { scheduledFor: at } : { draftScheduledFor: at };
}

async function timeOfChange(draft: Draft, base: Post, intent: Intent): Promise<Times> {
  if (intent === 'keep' || intent === 'retry') return {};
  if (intent === 'draft' && base.status !== 'DRAFT')
    return { scheduledFor: null, draftScheduledFor: wantedAt(draft) };
  // The fields have no seconds: a time that was not touched stays as it is.
  const before = wantedAt(draftOf(base, draft.timezone));
  const isKept = isWaiting(base) && before === wantedAt(draft);
  return intent === 'schedule' && isKept ? {} : timeOf(draft, intent);
}

/** The next moment by the clock of the service, which is the one that counts. */
async function soon(): Promise<string> {
  const { response } = await api.GET('/me');
  const toldMs = Date.parse(response.headers.get('date') ?? '');
  return new Date((Number.isNaN(toldMs) ? Date.now() : toldMs) + leadMs).toISOString();
}
