import { useState } from 'react';
import { useAccountsPlace } from '../../api/accounts.js';
import { useWorkspace } from '../../api/workspace.js';
import { accountName as nameOfAccount } from '../../lib/account-names.js';
import { announce } from '../../lib/announce.js';
import { platformNames } from '../../lib/platform-looks.js';
import { useArrowKeys } from '../../lib/use-arrow-keys.js';
import { t } from '../../messages/composer.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import { Chip, NameOf, SearchField, titleOf } from './account-chip.js';
import type { Account } from './api.js';
import type { TargetDraft } from './draft.js';
import { addedTarget } from './parts.js';
import { saidOf, type Form } from './form.js';
import { Said } from './said.js';

/** The number of accounts up to which all of them can be seen at a glance. */
const accountsAtAGlance = 8;

/** Two columns on phones, where a handle may take two lines. */
const rowClass = 'grid max-h-44 grid-cols-2 gap-2 overflow-y-auto p-0.5 sm:flex sm:flex-wrap';

/** Lets the user select the accounts to publish to. */
export function AccountsField({ form }: { form: Form }) {
  const [sought, setSought] = useState('');
  const isMixed = useAccountsPlace(useWorkspace().id) === 'mixed';
  const picked = new Set(form.draft.targets.map(({ accountId }) => accountId));
  const words = sought.toLowerCase().trim();
  const shown = [...form.accounts.values()].filter((account) => searchedOf(account).includes(words));
  // Accounts of the draft that were disconnected can be removed, but not added again.
  const gone = form.draft.targets.filter(({ accountId }) => !form.accounts.has(accountId));
  const keys = useArrowKeys(shown.length + gone.length);
  const pick = (account: Account, isPicked: boolean): void => {
    form.update((draft) => ({
      ...draft,
      targets: isPicked
        ? [...draft.targets, addedTarget(account, draft, form.platforms)]
        : without(draft.targets, account.id),
    }));
  };
  // Enter in the search selects the first match, or removes it again.
  const pickFirst = (): void => {
    const [first] = shown;
    if (first === undefined || words === '') return;
    const isPicked = picked.has(first.id);
    pick(first, !isPicked);
    const name = nameOfAccount(first.platform, first.handle);
    announce(t(isPicked ? 'accountRemoved' : 'accountSelected', { name }));
    setSought('');
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="sr-only">{t('accounts')}</legend>
      <div {...keys.row} className={rowClass}>
        {form.accounts.size > accountsAtAGlance && (
          <SearchField value={sought} onValue={setSought} onEnter={pickFirst} />
        )}
        {shown.map((account, index) => (
          <Chip
            key={account.id}
            id={account.id}
            title={titleOf(account, isMixed)}
            tabIndex={keys.tabIndex(index)}
            isPicked={picked.has(account.id)}
            onPicked={(isPicked) => pick(account, isPicked)}
          >
            <NameOf account={account} isMixed={isMixed} />
          </Chip>
        ))}
        {gone.map((target, index) => (
          <GoneChip
            key={target.accountId}
            form={form}
            target={target}
            tabIndex={keys.tabIndex(shown.length + index)}
          />
        ))}
        {shown.length === 0 && words !== '' && (
          <p className="self-center text-sm text-muted">{t('noAccountMatches')}</p>
        )}
      </div>
      <Said {...saidOf(form, 'account')} />
    </fieldset>
  );
}

function GoneChip({ form, target, tabIndex }: { form: Form; target: TargetDraft; tabIndex: number }) {
  const { accountId, platform } = target;
  return (
    <Chip
      id={accountId}
      tabIndex={tabIndex}
      isPicked
      onPicked={() => form.update((draft) => ({ ...draft, targets: without(draft.targets, accountId) }))}
    >
      <PlatformMark platform={platform} className="size-5" />
      <span className="truncate text-sm">{t('goneAccount', { platform: platformNames[platform] })}</span>
    </Chip>
  );
}

const searchedOf = ({ platform, handle, displayName }: Account): string =>
  `${platformNames[platform]} ${handle} ${displayName ?? ''}`.toLowerCase();

const without = (targets: readonly TargetDraft[], accountId: string): TargetDraft[] =>
  targets.filter((target) => target.accountId !== accountId);
