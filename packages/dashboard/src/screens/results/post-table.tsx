import { Link } from '@tanstack/react-router';
import type { Result } from '../../api/results.js';
import { useWorkspace } from '../../api/workspace.js';
import { missingText, nameOfNumber, numbersStateOf, reportedNames } from '../../lib/numbers.js';
import { t } from '../../messages/results.js';
import { Badge } from '../../ui/badge.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { NumberValue } from '../../ui/number-value.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import type { Order } from './results.js';

/** Shows posts with their numbers, each on one account. Numbers that none of them has get no column. */
export function PostTable({ results, order }: { results: readonly Result[]; order: Order }) {
  const names = reportedNames(results.map(({ numbers }) => numbers.values));
  const columns: Column<Result>[] = [
    {
      title: t('post'),
      isName: true,
      isSorted: order === 'published',
      cell: (result) => <PostCell result={result} />,
    },
    ...names.map((name) => ({
      title: nameOfNumber(name),
      isNumber: true,
      isEmpty: ({ numbers }: Result) => numbers.values[name] === null,
      isSorted: order === name,
      cell: ({ numbers, platform }: Result) => (
        <NumberValue value={numbers.values[name]} missing={missingText(numbers, platform)} quiet />
      ),
    })),
  ];
  return (
    <div className="relative md:overflow-x-auto">
      <DataList
        caption={t('postsAndNumbers')}
        columns={columns}
        rows={results}
        keyOf={({ targetId }) => targetId}
      />
    </div>
  );
}

function PostCell({ result }: { result: Result }) {
  const { postId, name, platform, place, publishedAt, numbers } = result;
  const { id } = useWorkspace();
  return (
    <span className="flex min-w-0 flex-col gap-1 md:min-w-40 lg:min-w-56">
      <Link to={`/w/${id}/posts/${postId}`} className="wrap-anywhere hover:underline focus-visible:underline">
        {name}
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-normal text-muted">
        <span className="flex min-w-0 items-center gap-2">
          <PlatformMark platform={platform} className="size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {t.rich('publishedOn', { account: place, time: () => <DateTime at={publishedAt} /> })}
          </span>
        </span>
        {numbers.status !== 'OK' && <Badge {...numbersStateOf(result)} />}
      </span>
    </span>
  );
}
