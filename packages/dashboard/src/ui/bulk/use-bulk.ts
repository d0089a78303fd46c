import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changePosts, changePostsAtOnce, partPostsMax, type Outcome } from '../../api/bulk.js';
import { keys } from '../../api/keys.js';
import { readPlanned } from '../../api/planned.js';
import { useWorkspace } from '../../api/workspace.js';
import type { BulkAction, BulkPost } from '../../lib/bulk-actions.js';
import { hold, isNear, sendHeld } from '../../lib/held-requests.js';
import { showFailure, showToast } from '../../lib/toasts.js';
import type { Selection } from '../../lib/use-selection.js';
import { t } from '../../messages/bulk.js';
import { t as common } from '../../messages/common.js';
import { ToldError, toldOf } from '../../api/errors.js';
import { inOne } from '../../lib/told.js';
import { changesFor, undoOf, type ChangeOf, type To } from './changes.js';
import type { Wanted } from './move-dialog.js';
import type { BulkResult } from './result-dialog.js';
import { endOfSearch, freeSlots } from './slots.js';

const subject = 'bulk';

/**
 * Changes selected posts, shows the progress, and keeps the selection of those that could not be changed. Approvals and
 * deletions are sent only when Undo is no longer offered, because they cannot be reversed.
 */
export function useBulk(selection: Selection<BulkPost>, zone: string) {
  const { progress, send, refresh } = useChanges();
  const { result, close, isShown, showFailed } = useResult(selection);
  const toWanted = useWanted(zone);
  const run = async (action: BulkAction, to: Wanted, posts: readonly BulkPost[]): Promise<void> => {
    const changes = changesFor(action, await toWanted(to, posts), { posts, zone });
    await sendHeld(...posts.map(({ id }) => id));
    const outcomes = [...(await send(changes)), ...withoutTime(posts, changes)];
    const failedIds = showFailed(action, posts, outcomes);
    const done = outcomes.length - failedIds.size;
    if (done === 0) return;
    const back = undoOf(action, changes, (post) => !failedIds.has(post.id));
    const text = t(`${action}.done`, { count: done });
    const undo = { label: common('undo'), run: () => void send(back).then(tellUndone) };
    showToast(text, action === 'cancel' ? 'info' : 'good', subject, back.length > 0 ? undo : undefined);
  };
  const runLater = async (action: 'approve' | 'delete', posts: readonly BulkPost[]): Promise<void> => {
    const postIds = posts.map(({ id }) => id);
    selection.select([]);
    await hold({
      postIds,
      action,
      dueAt: null,
      send: async (isClosing) => {
        if (isClosing) {
          await changePostsAtOnce({ action }, postIds);
          return;
        }
        const outcomes = await send([{ change: { action }, posts }]);
        // Meanwhile, the user may have selected other posts, which stay selected if nothing failed.
        if (failedIn(outcomes).length > 0 && isShown()) showFailed(action, posts, outcomes);
        else failIfAny(outcomes);
      },
      refresh,
    });
  };
  return {
    progress,
    result,
    close,
    run: (action: BulkAction, to: Wanted, posts: readonly BulkPost[]) => {
      // While the page closes, no message could say that a second request was refused.
      const canWait = (action === 'approve' || action === 'delete') && posts.length <= partPostsMax;
      if (!canWait)
        return void run(action, to, posts).catch((error: unknown) =>
          showFailure(t('move.timesFailed'), error),
        );
      const near = posts.filter(({ at }) => isNear(at));
      const others = posts.filter(({ at }) => !isNear(at));
      if (near.length > 0) void run(action, to, near);
      if (others.length > 0) void runLater(action, others);
    },
  };
}

/** Returns a function that finds which of the wanted times are free. */
function useWanted(zone: string): (to: Wanted, posts: readonly BulkPost[]) => Promise<To> {
  const { id: workspaceId } = useWorkspace();
  return async (to, posts) => {
    if (!('slots' in to)) return to;
    const until = endOfSearch(to.slots, posts.length, zone);
    const planned = await readPlanned(workspaceId, { until });
    const others = planned.filter(({ id }) => !posts.some((post) => post.id === id));
    const takenAt = others.map(({ at }) => at);
    return { times: freeSlots(to.slots, posts.length, { zone, takenAt, nowMs: Date.now() }) };
  };
}

/** The outcomes of the posts for which there was no time. */
function withoutTime(posts: readonly BulkPost[], changes: readonly ChangeOf[]): Outcome[] {
  const changed = new Set(changes.flatMap((one) => one.posts));
  return posts
    .filter((post) => !changed.has(post))
    .map(({ id }) => ({ postId: id, error: new Error(t('move.noTime')) }));
}

function useChanges() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const [progress, setProgress] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: keys.of(id, 'posts') });
  const send = async (changes: readonly ChangeOf[]): Promise<Outcome[]> => {
    try {
      return await sendAll(changes, setProgress);
    } finally {
      setProgress(null);
      void refresh();
    }
  };
  return { progress, send, refresh };
}

function useResult(selection: Selection<BulkPost>) {
  const [result, setResult] = useState<BulkResult | null>(null);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  /** Selects and shows the posts that could not be changed, and returns their ids. */
  const showFailed = (
    action: BulkAction,
    posts: readonly BulkPost[],
    outcomes: readonly Outcome[],
  ): Set<string> => {
    const failed = failedIn(outcomes);
    const failedIds = new Set(failed.map(({ postId }) => postId));
    selection.select([...failedIds]);
    if (failed.length > 0) {
      const names = new Map(posts.map((post) => [post.id, post.name]));
      setResult({
        action,
        done: outcomes.length - failed.length,
        failed: failed.map((one) => ({ ...one, name: names.get(one.postId) ?? '' })),
      });
    }
    return failedIds;
  };
  return { result, close: () => setResult(null), isShown: () => shown.current, showFailed };
}

/** Sends the changes one after the other, and returns the outcomes of all posts. */
async function sendAll(
  changes: readonly ChangeOf[],
  onProgress: (progress: string) => void,
): Promise<Outcome[]> {
  const all = changes.reduce((sum, { posts }) => sum + posts.length, 0);
  const tell = (count: number): void => onProgress(t('progress', { done: count, all }));
  const outcomes: Outcome[] = [];
  tell(0);
  for (const { change, posts } of changes) {
    const before = outcomes.length;
    const ids = posts.map(({ id }) => id);
    outcomes.push(...(await changePosts(change, ids, { onDone: (count) => tell(before + count) })));
  }
  return outcomes;
}

const failedIn = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter(({ error }) => error !== null);

/** Throws an error that tells how many posts were not changed, and why the first of them was not. */
function failIfAny(outcomes: readonly Outcome[]): void {
  const failed = failedIn(outcomes);
  const [first] = failed;
  if (first)
    throw new ToldError(inOne(`${t('laterFailed', { count: failed.length })} `, toldOf(first.error)));
}

function tellUndone(outcomes: readonly Outcome[]): void {
  const failed = failedIn(outcomes);
  const [first] = failed;
  if (first === undefined) {
    showToast(t('undone', { count: outcomes.length }), 'good', subject);
    return;
  }
  const told = inOne(`${t('undoFailed', { count: failed.length })} `, toldOf(first.error));
  showToast(told, 'bad', subject);
}
