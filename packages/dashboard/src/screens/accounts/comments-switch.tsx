import { useState } from 'react';
import { useMay } from '../../api/workspace.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/accounts.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ChoiceBox } from '../../ui/field.js';
import { useReadsComments, type SocialAccount } from './api.js';

/** A checkbox that turns the fetching of comments for an account on or off. */
export function CommentsSwitch(props: { account: SocialAccount; onFault: (error: unknown) => void }) {
  const { account, onFault } = props;
  const { id, platform, handle, comments } = account;
  const name = t('accountOn', { handle, platform: platformNames[platform] });
  const mayManage = useMay('manageAccounts');
  const switching = useReadsComments();
  const [asking, setAsking] = useState(false);
  if (!comments.available) return <span className="text-muted">{t('notAvailable')}</span>;
  const paid = comments.paid ? t('billed', { count: comments.paidReadsThisMonth }) : null;
  if (!mayManage)
    return <>{[comments.reads ? t('fetched') : t('notFetched'), paid].filter(Boolean).join('. ')}</>;
  const set = async (readsComments: boolean): Promise<void> => {
    onFault(null);
    await switching.mutateAsync({ accountId: id, readsComments });
  };
  // While the request is pending, the box shows the requested value.
  const shown = switching.isPending ? switching.variables.readsComments : comments.reads;
  return (
    <>
      <ChoiceBox
        label={
          <>
            {t.rich('fetch', {
              name,
              span: (words) => <span className="sr-only">{words}</span>,
            })}
          </>
        }
        {...(paid !== null && { hint: paid })}
        checked={shown}
        onChange={(event) => {
          if (switching.isPending) return;
          if (comments.paid && event.target.checked) setAsking(true);
          else set(event.target.checked).catch(onFault);
        }}
      />
      {asking && (
        <ConfirmDialog
          open
          title={t('fetchQuestion', { name })}
          action={t('fetchComments')}
          danger={false}
          sending={switching}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await set(true);
            setAsking(false);
          }}
        >
          <p>{t('fetchCost', { platform: platformNames[platform] })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
