import { Link } from '@tanstack/react-router';
import type { AccountResults } from '../../api/results.js';
import { useWorkspace } from '../../api/workspace.js';
import { missingText, nameOfNumber, numberLabels, reportedNames } from '../../lib/numbers.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { t } from '../../messages/results.js';
import { Badge } from '../../ui/badge.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { NumberValue } from '../../ui/number-value.js';
import { NumbersNote } from '../../ui/numbers-note.js';
import { PlatformMark } from '../../ui/platform-mark.js';

/** Shows each account with the sums of its posts, and why some are missing. */
export function AccountTable({ accounts }: { accounts: readonly AccountResults[] }) {
  const names = reportedNames(accounts.map(({ values }) => values));
  const columns: Column<AccountResults>[] = [
    { title: t('account'), isName: true, cell: (account) => <AccountCell account={account} /> },
    ...names.map((name) => ({
      title: nameOfNumber(name),
      isNumber: true,
      isEmpty: (account: AccountResults) => account.values[name] === null,
      cell: (account: AccountResults) => (
        <NumberValue value={account.values[name]} missing={whyMissing(account)} quiet />
      ),
    })),
  ];
  return (
    <>
      <div className="relative md:overflow-x-auto">
        <DataList
          caption={t('accountsAndNumbers')}
          columns={columns}
          rows={accounts}
          keyOf={({ accountId }) => accountId}
        />
      </div>
      <p className="text-sm text-muted">{t('totalsAreOfPosts')}</p>
    </>
  );
}

/** The platform can be the reason only if at least one post was measured. */
const whyMissing = ({ status, measured, platform }: AccountResults): string =>
  missingText(
    {
      status: measured === 0 && status === 'OK' ? 'PENDING' : status,
      measuredAt: measured === 0 ? null : '',
    },
    platform,
  );

function AccountCell({ account: shown }: { account: AccountResults }) {
  const { accountId, platform, account, place, posts, measured, status } = shown;
  const { id } = useWorkspace();
  const [params] = useUrlParams();
  return (
    <span className="flex min-w-0 flex-col gap-1 md:min-w-40 lg:min-w-56">
      <span className="flex flex-wrap items-center gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <PlatformMark platform={platform} className="size-5" />
          <Link
            to={`/w/${id}/results`}
            search={{ ...params, account: accountId }}
            title={t('showOnly', { account: place })}
            className="min-w-0 wrap-anywhere hover:underline focus-visible:underline"
          >
            {place}
          </Link>
        </span>
        {status !== 'OK' && <Badge {...numberLabels[status]} />}
      </span>
      <span className="text-sm font-normal text-muted">{t('postsMeasured', { posts, measured })}</span>
      <NumbersNote status={status} platform={platform} account={account} />
    </span>
  );
}
