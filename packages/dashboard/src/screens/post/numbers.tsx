import { metricNames } from '../../../../../src/domain/metric-names.js';
import type { Post, Target } from '../../api/posts.js';
import { useMay } from '../../api/workspace.js';
import {
  missingText,
  nameOfNumber,
  numbersStateOf,
  readNowSentences,
  type Numbers,
} from '../../lib/numbers.js';
import { placeOf } from '../../lib/post-changes.js';
import { platformNames } from '../../lib/platform-looks.js';
import { priceTexts } from '../../lib/wording.js';
import { isRemoved } from '../../lib/shown-state.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { t } from '../../messages/numbers.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote, ErrorState } from '../../ui/error-state.js';
import { NumberValue } from '../../ui/number-value.js';
import { NumbersNote } from '../../ui/numbers-note.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import { Section } from '../../ui/section.js';
import { Skeleton } from '../../ui/states.js';
import { NumberLine } from './number-line.js';
import { usePostNumbers, type TargetNumbers } from './numbers-api.js';

/** Shows the numbers of a post on each account where it is public, and a button to read them now. */
export function PostNumbers({ post }: { post: Post }) {
  const { query, readNow } = usePostNumbers(post.id);
  const mayRead = useMay('writePosts');
  const isReadable = query.data?.some(({ metrics }) => metrics.status !== 'UNSUPPORTED') ?? false;
  return (
    <Section
      title={t('numbers')}
      size="small"
      action={mayRead && isReadable ? <ReadNow post={post} readNow={readNow} /> : undefined}
    >
      <ErrorNote error={readNow.error} />
      {query.data !== undefined ? (
        <NumbersOfTargets post={post} numbers={query.data} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={1} label={t('loadingNumbers')} />
      )}
    </Section>
  );
}

type ReadingNow = ReturnType<typeof usePostNumbers>['readNow'];

function ReadNow({ post, readNow }: { post: Post; readNow: ReadingNow }) {
  const alone = useAlone();
  const accounts = post.targets.flatMap(({ account }) => account ?? []);
  const read = async (): Promise<void> => {
    const answer = await readNow.mutateAsync();
    showToast(readNowSentences(answer, accounts), answer.accepted.length > 0 ? 'info' : 'warning');
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-sm text-muted">{costTexts(post).join(' ')}</span>
      <Button busy={readNow.isPending} onClick={() => alone(read)}>
        {t('readNow')}
      </Button>
    </div>
  );
}

function NumbersOfTargets({ post, numbers }: { post: Post; numbers: readonly TargetNumbers[] }) {
  const numbersOf = new Map(numbers.map((one) => [one.targetId, one]));
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {post.targets.map((target) => {
        const ofTarget = numbersOf.get(target.id);
        if (target.publishedAt === null || ofTarget === undefined) return null;
        return <NumbersOfTarget key={target.id} target={target} numbers={ofTarget} />;
      })}
    </ul>
  );
}

/** Returns the costs of reading, for the accounts whose platforms charge for it and whose numbers are read. */
const costTexts = ({ targets }: Post): string[] =>
  targets.flatMap(({ account, publishedAt }) => {
    const price = account?.metrics.pricePerReading ?? null;
    if (account === undefined || account === null || publishedAt === null) return [];
    if (price === null || !account.metrics.reads) return [];
    return t('readNowCosts', { platform: platformNames[account.platform], price: priceTexts(price).price });
  });

function NumbersOfTarget({ target, numbers }: { target: Target; numbers: TargetNumbers }) {
  const { platform, account = null } = target;
  const { history } = numbers;
  // The numbers may have been read before the post was removed.
  const metrics: Numbers = isRemoved(target)
    ? { ...numbers.metrics, status: 'OFF', nextAt: null }
    : numbers.metrics;
  const { status, values, measuredAt } = metrics;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 items-center gap-2">
          <PlatformMark platform={platform} className="size-5" />
          <h3 className="min-w-0 font-semibold wrap-anywhere">{placeOf(target)}</h3>
        </div>
        {status !== 'OK' && <Badge {...numbersStateOf({ isRemoved: isRemoved(target), numbers: metrics })} />}
      </div>
      {measuredAt !== null && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-4">
          {metricNames.map((name) => (
            <div key={name} className="flex min-w-0 flex-col">
              <dt className="text-sm text-muted">{nameOfNumber(name)}</dt>
              <dd className="font-semibold">
                <NumberValue value={values[name]} missing={missingText(metrics, platform)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <NumberLine history={history} />
      <NumbersNote status={status} platform={platform} account={account} isRemoved={isRemoved(target)} />
      <Times numbers={metrics} />
    </li>
  );
}

function Times({ numbers: { status, measuredAt, nextAt } }: { numbers: Numbers }) {
  const isRead = status === 'OK' || status === 'PENDING' || status === 'FAILED';
  if (measuredAt === null && !isRead) return null;
  return (
    <p className="text-sm text-muted">
      {measuredAt !== null && t.rich('measured', { time: () => <DateTime at={measuredAt} /> })}
      {measuredAt !== null && isRead && ' · '}
      {isRead &&
        (nextAt === null ? t('onlyOnRequest') : t.rich('next', { time: () => <DateTime at={nextAt} /> }))}
    </p>
  );
}
