import { useRetryPost, type Post } from '../api/posts.js';
import { showToast } from '../lib/toasts.js';
import { useAlone } from '../lib/use-alone.js';
import { t } from '../messages/common.js';

/** Publishes failed targets again, by default all of them, once however often the button is pressed, and says so. */
export function useRetry(post: Post) {
  const { mutateAsync, isPending, error } = useRetryPost(post);
  const alone = useAlone();
  return {
    isPending,
    error,
    retry: (targetIds?: string[]): void =>
      alone(async () => {
        await mutateAsync(targetIds === undefined ? {} : { targetIds });
        showToast(t('publishingAgain'), 'info');
      }),
  };
}
