import { Search, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { accountName as nameOfAccount, shownHandle } from '../../lib/account-names.js';
import { accountStateLabels } from '../../lib/labels.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/composer.js';
import { Avatar } from '../../ui/avatar.js';
import { BreakableName } from '../../ui/breakable-name.js';
import type { Account } from './api.js';

/** A checkbox that looks like a chip. The whole chip is the checkbox. */
export function Chip(props: {
  id: string;
  title?: string;
  tabIndex: number;
  isPicked: boolean;
  onPicked: (isPicked: boolean) => void;
  children: ReactNode;
}) {
  const { id, title, tabIndex, isPicked, onPicked, children } = props;
  return (
    <label
      title={title}
      className="relative inline-flex h-9 items-center gap-2 rounded-full border border-line bg-surface pr-3 pl-1 max-sm:min-w-0 max-sm:gap-1.5 max-sm:pr-2 sm:max-w-52 text-muted hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent pointer-coarse:h-11"
    >
      <input
        type="checkbox"
        data-item
        data-field={`account.${id}`}
        tabIndex={tabIndex}
        checked={isPicked}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => onPicked(target.checked)}
      />
      {children}
    </label>
  );
}

export function SearchField(props: { value: string; onValue: (value: string) => void; onEnter: () => void }) {
  const { value, onValue, onEnter } = props;
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <input
        type="search"
        aria-label={t('searchAccounts')}
        placeholder={t('search')}
        value={value}
        className="h-9 w-full rounded-full sm:w-36 border border-edge bg-surface pr-2 pl-9 text-sm placeholder:text-muted pointer-coarse:h-11"
        onChange={({ target }) => onValue(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            onEnter();
          }
        }}
      />
    </div>
  );
}

/** The name of an account. `isMixed`: some accounts are in the sandbox, and others are not. */
export function NameOf({ account, isMixed }: { account: Account; isMixed: boolean }) {
  const { platform, handle, displayName, avatarUrl, sandbox, status } = account;
  return (
    <>
      <Avatar name={displayName ?? handle} url={avatarUrl} platform={platform} size="tiny" />
      <span className="min-w-0 text-sm font-medium max-sm:line-clamp-2 max-sm:text-xs max-sm:wrap-break-word sm:truncate">
        <span className="sr-only">{platformNames[platform]} </span>
        <BreakableName name={shownHandle(handle)} />
        {sandbox && isMixed && <span className="sr-only"> {t('sandbox')}</span>}
      </span>
      {status !== 'ACTIVE' && (
        <>
          <TriangleAlert className="size-4 shrink-0 text-warning" />
          <span className="sr-only">{accountStateLabels[status].label}</span>
        </>
      )}
    </>
  );
}

/** Returns all facts about an account for its tooltip. */
export const titleOf = ({ platform, handle, sandbox, status }: Account, isMixed: boolean): string =>
  [
    nameOfAccount(platform, handle),
    sandbox && isMixed ? ` ${t('sandbox')}` : '',
    status === 'ACTIVE' ? '' : `: ${accountStateLabels[status].label}`,
  ].join('');
