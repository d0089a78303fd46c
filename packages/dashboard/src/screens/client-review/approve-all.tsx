import { useState } from 'react';
import { focusHeading } from '../../lib/focus-heading.js';
import { showToast } from '../../lib/toasts.js';
import { errorText } from '../../lib/finding-sentence.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useApproveEach, type ClientPost, type Outcome } from './api.js';
import { isLate, nameOf } from './client-post.js';

const counted = (count: number): string => (count === 1 ? '1 post' : `${count} posts`);

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
    if (ready.length === 0) showToast('The scheduled time of every post has passed', 'warning');
    else setAsked({ ready, lateCount: posts.length - ready.length });
  };
  const approve = async (): Promise<void> => {
    const ready = asked?.ready ?? [];
    const names = new Map(ready.map((post) => [post.id, nameOf(post)]));
    const outcomes = await approving.mutateAsync(ready);
    const failed = outcomes.filter(({ approved }) => !approved);
    setRefused(failed.map((outcome) => ({ ...outcome, name: names.get(outcome.id) ?? '' })));
    const approvedCount = outcomes.length - failed.length;
    if (approvedCount > 0) showToast(`${counted(approvedCount)} approved`);
    setAsked(null);
    focusHeading();
  };
  return (
    <div>
      {posts.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{hasMore ? `The first ${posts.length} posts` : `${counted(posts.length)} wait for you`}</p>
          <Button onClick={ask}>Approve all {posts.length}</Button>
        </div>
      )}
      <Refused refused={refused} />
      {asked !== null && (
        <ConfirmDialog
          open
          danger={false}
          title={`Approve ${counted(asked.ready.length)}?`}
          action="Approve all"
          sending={approving}
          onClose={() => setAsked(null)}
          onConfirm={approve}
        >
          <p>Each is published at its time, on all accounts that you see.</p>
          {asked.lateCount > 0 && (
            <p className="pt-2 text-warning">
              {counted(asked.lateCount)} cannot be approved, because the scheduled time has passed.
            </p>
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
          <p className="font-semibold">{counted(refused.length)} could not be approved</p>
          <ul className="list-disc pl-5">
            {refused.map(({ id, name, code, message }) => (
              <li key={id} className="wrap-anywhere">
                {name}:{' '}
                {code === 'PRECONDITION_FAILED'
                  ? 'It has changed. Look at it again.'
                  : errorText({ code, message })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
