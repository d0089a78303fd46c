import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/workspace.js';
import { platformNames } from '../../lib/platform-looks.js';
import { priceTexts } from '../../lib/wording.js';
import { t } from '../../messages/accounts.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ChoiceBox } from '../../ui/field.js';
import { useReads, type SocialAccount } from './api.js';

interface SwitchProps {
  account: SocialAccount;
  onFault: (error: unknown) => void;
}

/** A checkbox that turns the fetching of comments for an account on or off. */
export function CommentsSwitch({ account, onFault }: SwitchProps) {
  const { platform, comments } = account;
  const name = nameOf(account);
  return (
    <ReadingSwitch
      account={account}
      field="readsComments"
      state={comments}
      told={[t('fetched'), t('notFetched')]}
      label={t.rich('fetch', { name, span: hidden })}
      paid={comments.paid ? t('billed', { count: comments.paidReadsThisMonth }) : null}
      question={{
        title: t('fetchQuestion', { name }),
        action: t('fetchComments'),
        text: t('fetchCost', { platform: platformNames[platform] }),
      }}
      onFault={onFault}
    />
  );
}

/** A checkbox that turns the reading of the numbers of an account's posts on or off. */
export function NumbersSwitch({ account, onFault }: SwitchProps) {
  const { platform, metrics } = account;
  const { pricePerReading: cost } = metrics;
  const name = nameOf(account);
  const texts = cost === null ? { price: '', day: '' } : priceTexts(cost);
  return (
    <ReadingSwitch
      account={account}
      field="readsMetrics"
      state={metrics}
      told={[t('numbersRead'), t('numbersNotRead')]}
      label={t.rich('readNumbers', { name, span: hidden })}
      paid={cost === null ? null : t('billedEach', texts)}
      question={{
        title: t('numbersQuestion', { name }),
        action: t('readThem'),
        text: t('numbersCost', { platform: platformNames[platform], ...texts }),
      }}
      onFault={onFault}
    />
  );
}

const nameOf = ({ handle, platform }: SocialAccount): string =>
  t('accountOn', { handle, platform: platformNames[platform] });

const hidden = (words: ReactNode): ReactNode => <span className="sr-only">{words}</span>;

interface ReadingProps extends SwitchProps {
  field: 'readsComments' | 'readsMetrics';
  state: { available: boolean; reads: boolean };
  /** The texts for users who may not change the setting. */
  told: readonly [on: string, off: string];
  label: ReactNode;
  /** The platform's price; null if there is none. */
  paid: string | null;
  /** Asked before something that costs money is turned on. */
  question: { title: string; action: string; text: string };
}

function ReadingSwitch(props: ReadingProps) {
  const { account, field, state, told, label, paid, question, onFault } = props;
  const mayManage = useMay('manageAccounts');
  const switching = useReads();
  const [asking, setAsking] = useState(false);
  if (!state.available) return <span className="text-muted">{t('notAvailable')}</span>;
  if (!mayManage) return <>{[state.reads ? told[0] : told[1], paid].filter(Boolean).join('. ')}</>;
  const set = async (isOn: boolean): Promise<void> => {
    onFault(null);
    await switching.mutateAsync({ accountId: account.id, reads: { [field]: isOn } });
  };
  // While the request is pending, the box shows the requested value.
  const shown = (switching.isPending ? switching.variables.reads[field] : undefined) ?? state.reads;
  return (
    <>
      <ChoiceBox
        label={label}
        {...(paid !== null && { hint: paid })}
        checked={shown}
        onChange={(event) => {
          if (switching.isPending) return;
          if (paid !== null && event.target.checked) setAsking(true);
          else set(event.target.checked).catch(onFault);
        }}
      />
      {asking && (
        <ConfirmDialog
          open
          title={question.title}
          action={question.action}
          danger={false}
          sending={switching}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await set(true);
            setAsking(false);
          }}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
