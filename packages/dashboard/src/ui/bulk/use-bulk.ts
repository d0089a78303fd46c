import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePosts, type Outcome } from '../../api/bulk.js';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import type { BulkAction, BulkPost } from '../../lib/bulk-actions.js';
import { showToast } from '../../lib/toasts.js';
import type { Selection } from '../../lib/use-selection.js';
import { t } from '../../messages/bulk.js';
import { t as common } from '../../messages/common.js';
import { changesFor, undoOf, type ChangeOf, type To } from './changes.js';
import type { BulkResult } from './result-dialog.js';

const subject = 'bulk';

/** Changes selected posts, tells how far it is, and keeps those selected that could not be changed. */
export function useBulk(selection: Selection<BulkPost>, zone: string) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const [progress, setProgress] = useState<string | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);
  const send = async (changes: readonly ChangeOf[]): Promise<Outcome[]> => {
    try {
      return await sendAll(changes, setProgress);
    } finally {
      setProgress(null);
      void client.invalidateQueries({ queryKey: keys.of(id, 'posts') });
    }
  };
  const run = async (action: BulkAction, to: To, posts: readonly BulkPost[]): Promise<void> => {
    const changes = changesFor(action, to, { posts, zone });
    const outcomes = await send(changes);
    const failed = outcomes.filter(({ error }) => error !== null);
    const failedIds = new Set(failed.map(({ postId }) => postId));
    const done = outcomes.length - failed.length;
    selection.select([...failedIds]);
    const names = new Map(posts.map((post) => [post.id, post.name]));
    if (failed.length > 0) {
      setResult({
        action,
        done,
        failed: failed.map((one) => ({ ...one, name: names.get(one.postId) ?? '' })),
      });
    }
    if (done === 0) return;
    const back = undoOf(action, changes, (post) => !failedIds.has(post.id));
    const text = t(`${action}.done`, { count: done });
    const undo = { label: common('undo'), run: () => void send(back).then(tellUndone) };
    showToast(text, action === 'cancel' ? 'info' : 'good', subject, back.length > 0 ? undo : undefined);
  };
  return {
    progress,
    result,
    close: () => setResult(null),
    run: (action: BulkAction, to: To, posts: readonly BulkPost[]) => {
      if (progress === null) void run(action, to, posts);
    },
  };
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

function tellUndone(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ error }) => error !== null);
  const reason = failed[0]?.error?.message;
  if (reason === undefined) showToast(t('undone', { count: outcomes.length }), 'good', subject);
  else showToast(t('undoFailed', { count: failed.length, reason }), 'bad', subject);
}
