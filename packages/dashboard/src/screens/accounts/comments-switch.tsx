import { useState } from 'react';
import { useMay } from '../../api/workspace.js';
import { platformNames } from '../../lib/platform-looks.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ChoiceBox } from '../../ui/field.js';
import { useReadsComments, type SocialAccount } from './api.js';

/** A checkbox that turns the fetching of comments for an account on or off. */
export function CommentsSwitch(props: { account: SocialAccount; onFault: (error: unknown) => void }) {
  const { account, onFault } = props;
  const { id, platform, handle, comments } = account;
  const name = `${handle} on ${platformNames[platform]}`;
  const mayManage = useMay('manageAccounts');
  const switching = useReadsComments();
  const [asking, setAsking] = useState(false);
  if (!comments.available) return <span className="text-muted">Not available</span>;
  const paid = comments.paid ? `Billed: ${comments.paidReadsThisMonth} fetched this month.` : null;
  if (!mayManage) return <>{[comments.reads ? 'Fetched' : 'Not fetched', paid].filter(Boolean).join('. ')}</>;
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
            Fetch<span className="sr-only"> comments for {name}</span>
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
          title={`Fetch comments for ${name}?`}
          action="Fetch comments"
          danger={false}
          sending={switching}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await set(true);
            setAsking(false);
          }}
        >
          <p>
            {platformNames[platform]} charges the operator of this server for every comment that is fetched.
            You can turn it off at any time.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
