import { lazy, Suspense, useState } from 'react';
import { useHoldPost } from '../api/held-posts.js';
import type { Post } from '../api/posts.js';
import { isPublic } from '../lib/shown-state.js';
import { showFailure } from '../lib/toasts.js';
import { useAlone } from '../lib/use-alone.js';
import { t } from '../messages/common.js';
import { Button } from './button.js';

const DeleteQuestion = lazy(async () => ({ default: (await import('./delete-question.js')).DeleteQuestion }));

interface DeletePostProps {
  post: Post;
  /** Distinguishes the buttons of several posts for screen readers. */
  name?: string;
  /** Called when the page no longer shows the post, so that the focus needs another place. */
  onDeleted: () => void;
}

/** Deletes a post, which can be undone for a while. If it is public already, a question comes first instead. */
export function DeletePost({ post, name, onDeleted }: DeletePostProps) {
  const holding = useHoldPost('delete');
  const alone = useAlone();
  const [asked, setAsked] = useState<Post | null>(null);
  const mayBePublic = post.targets.some(isPublic);
  const remove = async (): Promise<void> => {
    try {
      await holding.mutateAsync(post);
      onDeleted();
    } catch (error) {
      showFailure(t('deletePost.failed'), error);
    }
  };
  return (
    <>
      <Button
        {...(name !== undefined && { 'aria-label': t('deletePost.named', { name }) })}
        busy={holding.isPending}
        onClick={() => {
          if (mayBePublic) setAsked(post);
          else alone(remove);
        }}
      >
        {t('delete')}
      </Button>
      {asked !== null && (
        <Suspense>
          <DeleteQuestion post={asked} onClose={() => setAsked(null)} onDeleted={onDeleted} />
        </Suspense>
      )}
    </>
  );
}
