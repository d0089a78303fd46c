import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../client/src/api-types.js';
import { changePosts } from '../api/bulk.js';
import { keys } from '../api/keys.js';
import { useCancelPost, type Post } from '../api/posts.js';
import { useWorkspace } from '../api/workspace.js';
import { toBulkPost } from '../lib/bulk-actions.js';
import { sendHeld } from '../lib/held-requests.js';
import { placeOf } from '../lib/post-changes.js';
import { showFailure, showToast } from '../lib/toasts.js';
import { useAlone } from '../lib/use-alone.js';
import { t as common } from '../messages/common.js';
import { t } from '../messages/post-actions.js';
import { undoOf } from './bulk/changes.js';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { toldOf } from '../api/errors.js';
import { inOne } from '../lib/told.js';

type CancelResult = components['schemas']['CanceledPost']['cancelResults'][number];

/** A button that cancels a post. */
export function CancelPost({ post }: { post: Post }) {
  const { cancel, isPending, question } = useCancel(post);
  return (
    <>
      <Button busy={isPending} onClick={cancel}>
        {t('cancel.action')}
      </Button>
      {question}
    </>
  );
}

/**
 * Returns a function that cancels a post at once and offers to schedule it again. If that would not be possible, it asks
 * first with `question`, which the caller shows.
 */
export function useCancel(post: Post) {
  const canceling = useCancelPost(post);
  const scheduleAgain = useScheduleAgain(post);
  const alone = useAlone();
  const { requireApproval } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const cancel = async (): Promise<void> => {
    const { cancelResults } = await canceling.mutateAsync(undefined);
    setIsAsking(false);
    const others = otherResults(post, cancelResults);
    // If the cancellation came too late for one account, it cannot be undone.
    const back = others.length > 0 ? null : scheduleAgain();
    const told = [
      t('cancel.done'),
      ...others,
      ...(back !== null && requireApproval ? [t('cancel.undoNeedsApproval')] : []),
    ];
    const undo = back === null ? undefined : { label: common('undo'), run: () => void back() };
    showToast(told.join(' '), 'info', subjectOf(post), undo);
  };
  const cancelAtOnce = async (): Promise<void> => {
    try {
      await cancel();
    } catch (error) {
      showFailure(t('cancel.failed'), error);
    }
  };
  return {
    isPending: canceling.isPending,
    cancel: () => {
      if (scheduleAgain() === null) setIsAsking(true);
      else alone(cancelAtOnce);
    },
    question: isAsking && (
      <ConfirmDialog
        open
        title={t('cancel.question')}
        action={t('cancel.action')}
        wayOut={t('cancel.wayOut')}
        sending={canceling}
        onClose={() => setIsAsking(false)}
        onConfirm={cancel}
      >
        <p>{t('cancel.effect')}</p>
      </ConfirmDialog>
    ),
  };
}

const subjectOf = ({ id }: Post): string => `cancel ${id}`;

/** Returns a function that finds out how to schedule the post for its time again; null if that is not possible. */
function useScheduleAgain(post: Post): () => (() => Promise<void>) | null {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const waits = post.targets.every(({ status }) => status === 'DRAFT' || status === 'SCHEDULED');
  return () => {
    const canceled = { change: { action: 'cancel' as const }, posts: [toBulkPost(post)] };
    const [again] = waits ? undoOf('cancel', [canceled], () => true) : [];
    if (again === undefined) return null;
    return async () => {
      await sendHeld(post.id);
      const [outcome] = await changePosts(again.change, [post.id]);
      await client.invalidateQueries({ queryKey: keys.of(workspaceId, 'posts') });
      const error = outcome?.error ?? null;
      if (error === null) showToast(t('cancel.undone'), 'good', subjectOf(post));
      else showToast(inOne(`${t('cancel.undoFailed')} `, toldOf(error)), 'bad', subjectOf(post));
    };
  };
}

/** Returns a sentence for each account on which the cancellation came too late. */
function otherResults(post: Post, results: readonly CancelResult[]): string[] {
  return results.flatMap(({ targetId, result }) => {
    if (result === 'CANCELED') return [];
    const target = post.targets.find(({ id }) => id === targetId);
    const place = target === undefined ? t('cancel.oneAccount') : placeOf(target);
    return [t(`cancel.late.${result}`, { place })];
  });
}
