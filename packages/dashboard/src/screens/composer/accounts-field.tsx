import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { shownHandle } from '../../lib/account-names.js';
import { platformNames } from '../../lib/platform-looks.js';
import { accountStateLabels } from '../../lib/labels.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import type { Account } from './api.js';
import { targetOf, type TargetDraft } from './draft.js';
import { saidOf, type Form } from './form.js';
import { Said } from './said.js';

/** Lets the user select the accounts to publish to. */
export function AccountsField({ form }: { form: Form }) {
  const picked = new Set(form.draft.targets.map(({ accountId }) => accountId));
  const shown = [...form.accounts.values()];
  // Accounts of the draft that were disconnected can be removed, but not added again.
  const gone = form.draft.targets.filter(({ accountId }) => !form.accounts.has(accountId));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-lg font-semibold">Accounts</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {shown.map((account) => (
          <AccountBox
            key={account.id}
            isPicked={picked.has(account.id)}
            onPicked={(isPicked) => {
              form.update((draft) => ({
                ...draft,
                targets: isPicked
                  ? [...draft.targets, targetOf(account)]
                  : without(draft.targets, account.id),
              }));
            }}
          >
            <NameOf account={account} />
          </AccountBox>
        ))}
        {gone.map(({ accountId, platform }) => (
          <AccountBox
            key={accountId}
            isPicked
            onPicked={() =>
              form.update((draft) => ({ ...draft, targets: without(draft.targets, accountId) }))
            }
          >
            <PlatformMark platform={platform} className="size-5" />
            <span className="min-w-0 wrap-anywhere">Disconnected {platformNames[platform]} account</span>
          </AccountBox>
        ))}
      </div>
      <Said {...saidOf(form, 'account')} />
    </fieldset>
  );
}

/** A checkbox whose whole area is clickable. */
function AccountBox(props: {
  isPicked: boolean;
  onPicked: (isPicked: boolean) => void;
  children: ReactNode;
}) {
  const { isPicked, onPicked, children } = props;
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2 hover:bg-raised has-checked:border-accent has-checked:bg-raised">
      <input
        type="checkbox"
        checked={isPicked}
        className="size-5 shrink-0 accent-accent"
        onChange={({ target }) => onPicked(target.checked)}
      />
      {children}
    </label>
  );
}

function NameOf({ account }: { account: Account }) {
  const { platform, handle, displayName, avatarUrl, sandbox, status } = account;
  return (
    <>
      <Avatar name={displayName ?? handle} url={avatarUrl} platform={platform} size="small" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{platformNames[platform]}</span>{' '}
        <span className="block text-sm text-muted">
          {shownHandle(handle)}
          {sandbox && ' (sandbox)'}
        </span>{' '}
        {status !== 'ACTIVE' && <Badge {...accountStateLabels[status]} />}
      </span>
    </>
  );
}

const without = (targets: readonly TargetDraft[], accountId: string): TargetDraft[] =>
  targets.filter((target) => target.accountId !== accountId);
