import { useMay } from '../../api/workspace.js';
import { ChoiceBox } from '../../ui/field.js';
import { useReadsComments, type SocialAccount } from './api.js';

/** Whether comments under the posts of the account are read. */
export function CommentsSwitch(props: { account: SocialAccount; onFault: (error: unknown) => void }) {
  const { account, onFault } = props;
  const { id, handle, comments } = account;
  const mayManage = useMay('manageAccounts');
  const switching = useReadsComments();
  if (!comments.available) return <span className="text-muted">Not available</span>;
  const paid = comments.paid ? `Billed: ${comments.paidReadsThisMonth} fetched this month.` : null;
  if (!mayManage) return <>{[comments.reads ? 'Fetched' : 'Not fetched', paid].filter(Boolean).join('. ')}</>;
  const set = async (readsComments: boolean): Promise<void> => {
    onFault(null);
    await switching.mutateAsync({ accountId: id, readsComments });
  };
  // While the answer is on its way, the box shows what was asked for.
  const shown = switching.isPending ? switching.variables.readsComments : comments.reads;
  return (
    <ChoiceBox
      label={
        <>
          Fetch<span className="sr-only"> comments for {handle}</span>
        </>
      }
      {...(paid !== null && { hint: paid })}
      checked={shown}
      onChange={(event) => {
        if (!switching.isPending) set(event.target.checked).catch(onFault);
      }}
    />
  );
}
