import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { OutLink } from '../../ui/out-link.js';
import { useRefreshComments, type Comment } from './api.js';

/** A reply was sent, and nobody can tell whether it is public: look first, then send it again or let it be. */
export function MayBePublic(props: {
  title: string;
  /** Where the conversation is at the platform. */
  place: Pick<Comment, 'socialAccountId' | 'postId' | 'platform'>;
  url: string | null;
  mayWrite: boolean;
  sending: { isPending: boolean; error: unknown };
  /** Null: what it answers is not known, so it cannot be sent again. */
  onSendAgain: (() => Promise<void>) | null;
}) {
  const { title, place, url, mayWrite, sending, onSendAgain } = props;
  const { postId, socialAccountId, platform } = place;
  const refreshing = useRefreshComments();
  const alone = useAlone();
  const lookAgain = async (): Promise<void> => {
    await refreshing.mutateAsync({ socialAccountId, ...(postId !== null && { postId }) });
    showToast('Fetching comments', 'info');
  };
  return (
    <div className="flex flex-col gap-2 rounded-md bg-warning-soft p-3 text-warning">
      <p className="font-semibold">{title}</p>
      <p>
        Check the conversation first
        {url !== null && (
          <>
            : <OutLink href={url}>{platformNames[platform]}</OutLink>
          </>
        )}
        . If the reply is there, let Punctual check again. If not, send it again.
      </p>
      {mayWrite && (
        <div className="flex flex-wrap gap-2 text-ink">
          <Button
            busy={refreshing.isPending}
            onClick={() => {
              alone(lookAgain);
            }}
          >
            It is there: check again
          </Button>
          {onSendAgain !== null && (
            <Button
              busy={sending.isPending}
              onClick={() => {
                alone(onSendAgain);
              }}
            >
              It is not there: send again
            </Button>
          )}
        </div>
      )}
      <ErrorNote error={sending.error ?? refreshing.error} />
    </div>
  );
}
