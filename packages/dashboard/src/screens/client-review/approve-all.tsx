import { useState } from 'react';
import { focusHeading } from '../../lib/focus-heading.js';
import { showToast } from '../../lib/toasts.js';
import { errorText } from '../../messages/error-text.js';
import { t } from '../../messages/client-review.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ToldText } from '../../ui/told-text.js';
import { useApproveEach, type ClientPost, type Outcome } from './api.js';
import { isLate, nameOf } from './client-post.js';

interface NotApproved extends Outcome {
  name: string;
}

/** Approves all posts that are shown, after a question, and says which were not approved and why. */
export function ApproveAll({ posts, hasMore }: { posts: readonly ClientPost[]; hasMore: boolean }) {
  /** The posts as they were when the button was pressed. */
  const [asked, setAsked] = useState<{ ready: ClientPost[]; lateCount: number } | null>(null);
  const [refused, setRefused] = useState<readonly NotApproved[]>([]);
  const approving = useApproveEach();
  const ask = (): void => {
    const ready = posts.filter((post) => !isLate(post, Date.now()));
    setRefused([]);
    approving.reset();
    if (ready.length === 0) showToast(t('theScheduledTimeOfEvery'), 'warning');
    else setAsked({ ready, lateCount: posts.length - ready.length });
  };
  const approve = async (): Promise<void> => {
    const ready = asked?.ready ?? [];
    const names = new Map(ready.map((post) => [post.id, nameOf(post)]));
    const outcomes = await approving.mutateAsync(ready);
    const failed = outcomes.filter(({ approved }) => !approved);
    setRefused(failed.map((outcome) => ({ ...outcome, name: names.get(outcome.id) ?? '' })));
    const approvedCount = outcomes.length - failed.length;
    if (approvedCount > 0) showToast(t('countApproved', { count: approvedCount }));
    setAsked(null);
    focusHeading();
  };
  return (
    <div>
      {posts.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            {hasMore
              ? t('firstPosts', { count: posts.length })
              : t('countWaitForYou', { count: posts.length })}
          </p>
          <Button onClick={ask}>{t('approveAllCount', { count: posts.length })}</Button>
        </div>
      )}
      <Refused refused={refused} />
      {asked !== null && (
        <ConfirmDialog
          open
          danger={false}
          title={t('approveCount', { count: asked.ready.length })}
          action={t('approveAll')}
          sending={approving}
          onClose={() => setAsked(null)}
          onConfirm={approve}
        >
          <p>{t('eachIsPublishedAtIts')}</p>
          {asked.lateCount > 0 && (
            <p className="pt-2 text-warning">{t('countCannotBeApproved', { count: asked.lateCount })}</p>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}

function Refused({ refused }: { refused: readonly NotApproved[] }) {
  return (
    <div role="alert">
      {refused.length > 0 && (
        <div className="mt-4 flex flex-col gap-1 rounded-md bg-warning-soft px-4 py-3 text-warning">
          <p className="font-semibold">{t('countCouldNotBeApproved', { count: refused.length })}</p>
          <ul className="list-disc pl-5">
            {refused.map(({ id, name, code, message }) => (
              <li key={id} className="wrap-anywhere">
                {name}:{' '}
                <ToldText
                  told={
                    code === 'PRECONDITION_FAILED'
                      ? t('itHasChangedLookAt')
                      : (errorText({ code, message }) ?? '')
                  }
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
