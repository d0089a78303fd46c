import { useAccountsPlace } from '../../api/accounts.js';
import type { Post, Target } from '../../api/posts.js';
import { placeOf } from '../../lib/post-changes.js';
import { platformNames } from '../../lib/platform-looks.js';
import { targetLabelIn } from '../../lib/labels.js';
import { removedLabel } from '../../lib/removed-label.js';
import { isRemoved } from '../../lib/shown-state.js';
import { t } from '../../messages/post.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { OutLink } from '../../ui/out-link.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import { OwnMedia } from '../../ui/own-media.js';
import { PublicChanges } from '../../ui/public-changes/public-changes.js';
import { QuotedText } from '../../ui/quoted-text.js';
import { CommentFailure, TargetFailure } from './failure.js';
import { TargetParts } from './target-parts.js';

/** Shows the state of one target: a link if it is public, and the reason and remedies if it failed. */
export function TargetCard({ post, target }: { post: Post; target: Target }) {
  const isMixed = useAccountsPlace(post.workspaceId) === 'mixed';
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 items-center gap-2">
          <PlatformMark platform={target.platform} className="size-5" />
          <h3 className="min-w-0 font-semibold wrap-anywhere">
            {placeOf(target)}
            {target.account?.sandbox === true && isMixed && (
              <span className="font-normal text-muted"> {t('target.sandbox')}</span>
            )}
          </h3>
        </div>
        <Badge {...(isRemoved(target) ? removedLabel : targetLabelIn(post, target))} />
      </div>
      <TargetTimes target={target} />
      {target.cancelRequestedAt !== null && target.status === 'PUBLISHING' && (
        <p className="text-warning">{t('target.canceledWhileSent')}</p>
      )}
      <TargetFailure post={post} target={target} />
      {target.captionOverride !== null && <Part label={t('target.text')} text={target.captionOverride} />}
      <OwnMedia ids={target.mediaIds} label={t('target.media', { place: placeOf(target) })} />
      <TargetParts post={post} target={target} />
      {target.firstComment !== null && <Part label={t('firstComment')} text={target.firstComment} />}
      {!isRemoved(target) && <CommentFailure post={post} target={target} />}
      <PublicChanges post={post} target={target} />
    </li>
  );
}

function TargetTimes({ target }: { target: Target }) {
  const { publishedAt, externalUrl, platform, attemptCount, lastAttemptAt, status } = target;
  const isOpen = status === 'PUBLISHING' || status === 'FAILED';
  return (
    <>
      {publishedAt !== null && (
        <p>
          {t.rich('target.published', { time: () => <DateTime at={publishedAt} /> })}
          {externalUrl !== null && !isRemoved(target) && (
            <>
              {' · '}
              <OutLink href={externalUrl}>{t('target.view', { platform: platformNames[platform] })}</OutLink>
            </>
          )}
        </p>
      )}
      {isOpen && attemptCount > 0 && lastAttemptAt !== null && (
        <p className="text-sm text-muted">
          {t.rich('target.tried', { count: attemptCount, time: () => <DateTime at={lastAttemptAt} /> })}
        </p>
      )}
    </>
  );
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <QuotedText text={text} />
    </div>
  );
}
