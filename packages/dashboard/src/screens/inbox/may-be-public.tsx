import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { commentStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/inbox.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { OutLink } from '../../ui/out-link.js';
import { useRefreshComments, useResolveReply, type Comment } from './api.js';

/** Asks the user to look for an unconfirmed reply on the platform and to report whether it is there. */
export function MayBePublic(props: {
  title: string;
  /** The id of the reply. Null if it is unknown, so that comments have to be fetched first. */
  replyId: string | null;
  /** The account, post and platform of the conversation. */
  place: Pick<Comment, 'socialAccountId' | 'postId' | 'platform'>;
  url: string | null;
  mayWrite: boolean;
  /** Called after the user's report has been stored. */
  onResolved?: () => void;
}) {
  const { title, replyId, place, url, mayWrite, onResolved } = props;
  const { postId, socialAccountId, platform } = place;
  const refreshing = useRefreshComments();
  const resolving = useResolveReply();
  const alone = useAlone();
  const press = (work: () => Promise<void>) => (): void => alone(work);
  const lookAgain = async (): Promise<void> => {
    await refreshing.mutateAsync({ socialAccountId, ...(postId !== null && { postId }) });
    showToast(t('fetchingComments'), 'info');
  };
  const say = async (commentId: string, published: boolean): Promise<void> => {
    const { status } = await resolving.mutateAsync({ commentId, answer: { published } });
    showToast(t('yourReply', { state: commentStateLabels[status].label }), commentStateLabels[status].tone);
    onResolved?.();
  };
  return (
    <div className="flex flex-col gap-2 rounded-md bg-unsure-soft p-3 text-unsure">
      <p className="font-semibold">{title}</p>
      <p>
        {url === null
          ? t('checkTheConversation')
          : t.rich('checkTheConversationOn', {
              platform: platformNames[platform],
              link: (words) => <OutLink href={url}>{words}</OutLink>,
            })}
      </p>
      {mayWrite && (
        <div className="flex flex-wrap gap-2 text-ink">
          {replyId !== null && (
            <>
              <Button busy={resolving.isPending} onClick={press(() => say(replyId, true))}>
                {t('yesItIsThere')}
              </Button>
              <Button busy={resolving.isPending} onClick={press(() => say(replyId, false))}>
                {t('noSendItAgain')}
              </Button>
            </>
          )}
          <Button busy={refreshing.isPending} onClick={press(lookAgain)}>
            {t('iCannotTellCheckAgain')}
          </Button>
        </div>
      )}
      <ErrorNote error={resolving.error ?? refreshing.error} />
    </div>
  );
}
