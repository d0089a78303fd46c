import { useQueryClient } from '@tanstack/react-query';
import { changePosts } from '../../api/bulk.js';
import { api, dataOf } from '../../api/client.js';
import { toldOf } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { readPlanned } from '../../api/planned.js';
import { signedUrlsMs } from '../../api/polling.js';
import { useSchedulePost, type Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { formatInstant } from '../../lib/dates.js';
import { findingText } from '../../lib/finding-sentence.js';
import { nextFreeHour, soughtHours } from '../../lib/free-hour.js';
import { sendHeld } from '../../lib/held-requests.js';
import { lateWarnings } from '../../lib/late-warnings.js';
import { nameOfPost } from '../../lib/post-name.js';
import { showFailure, showToast } from '../../lib/toasts.js';
import { inOne } from '../../lib/told.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/queue.js';

const resource = 'posts';
const pageRows = 50;

/** Reads the posts that will be published, the earliest first. */
export function useQueue() {
  const { id: workspaceId } = useWorkspace();
  return usePages<Post>(
    keys.of(workspaceId, resource, 'queue'),
    (cursor, signal) => {
      const query = {
        workspaceId,
        status: 'SCHEDULED,PUBLISHING,NEEDS_APPROVAL',
        dated: true,
        sort: 'scheduledAt' as const,
        expand: 'media.asset,targets.account',
        limit: pageRows,
        ...(cursor !== undefined && { cursor }),
      };
      return dataOf(api.GET('/posts', { params: { query }, signal }));
    },
    { refetchMs: signedUrlsMs },
  );
}

/**
 * Returns a function that moves a post to the next full hour in which no other post is planned, and offers to move it
 * back. It never throws: a message says what has happened. `onMoving` is called before the post moves.
 */
export function useMoveToFreeHour(post: Post, timeZone: string, onMoving: () => void): () => Promise<void> {
  const { id: workspaceId } = useWorkspace();
  const moving = useSchedulePost(post);
  const moveBack = useMoveBack(post, onMoving);
  const name = nameOfPost(post);
  const move = async (): Promise<void> => {
    const others = (await readPlanned(workspaceId)).filter(({ id }) => id !== post.id);
    const taken = others.map(({ at }) => at);
    const scheduledAt = nextFreeHour(Date.now(), taken, timeZone);
    if (scheduledAt === null) {
      showToast(t('noHourIsFree', { hours: soughtHours }), 'warning', subjectOf(post));
      return;
    }
    const time = formatInstant(scheduledAt, { timeZone });
    if (Date.parse(scheduledAt) === Date.parse(post.scheduledAt ?? '')) {
      showToast(t('isThereAlready', { name, time }), 'info', subjectOf(post));
      return;
    }
    onMoving();
    const moved = await moving.mutateAsync({ scheduledAt, moves: true });
    const undo = canGoBack(post) ? { label: common('undo'), run: () => void moveBack() } : undefined;
    showToast(t('wasMoved', { name, time }), 'good', subjectOf(post), undo);
    for (const warning of lateWarnings(moved)) showToast(findingText(warning), 'warning');
    if (moved.status !== post.status) showToast(t('needsApproval'), 'warning');
  };
  return () =>
    move().catch((error: unknown) => {
      showFailure(t('moveFailed', { name }), error);
    });
}

const subjectOf = ({ id }: Post): string => `move ${id}`;

/** A post cannot be moved back to a time that has passed. */
const canGoBack = ({ scheduledAt }: Post): boolean => Date.parse(scheduledAt ?? '') > Date.now();

function useMoveBack(post: Post, onMoving: () => void): () => Promise<void> {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const name = nameOfPost(post);
  return async () => {
    await sendHeld(post.id);
    onMoving();
    const change = { action: 'moveTo' as const, scheduledAt: post.scheduledAt ?? '' };
    const [outcome] = await changePosts(change, [post.id]);
    await client.invalidateQueries({ queryKey: keys.of(workspaceId, resource) });
    const error = outcome?.error ?? null;
    if (error === null) showToast(t('isBack', { name }), 'good', subjectOf(post));
    else showToast(inOne(`${t('moveBackFailed', { name })} `, toldOf(error)), 'bad', subjectOf(post));
  };
}
