import { useAccountsPlace } from '../../api/accounts.js';
import { usePost, type Post, type Target } from '../../api/posts.js';
import { targetLabelIn } from '../../lib/labels.js';
import { platformNames } from '../../lib/platform-looks.js';
import { placeOf, titleOfError } from '../../lib/post-changes.js';
import { isRemoved } from '../../lib/shown-state.js';
import { t } from '../../messages/composer.js';
import { Badge } from '../../ui/badge.js';
import { OutLink } from '../../ui/out-link.js';
import { PlatformMark } from '../../ui/platform-mark.js';

/** Follows a post until it is published: the state of each account, with a link or the reason of a failure. */
export function Progress({ postId }: { postId: string }) {
  const { data: post } = usePost(postId);
  if (post === undefined) return null;
  return (
    <ul
      aria-label={t('accounts')}
      aria-live="polite"
      className="flex max-w-2xl flex-col divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {post.targets.map((target) => (
        <TargetProgress key={target.id} post={post} target={target} />
      ))}
    </ul>
  );
}

function TargetProgress({ post, target }: { post: Post; target: Target }) {
  const { platform, externalUrl, errorCode, status } = target;
  const isMixed = useAccountsPlace(post.workspaceId) === 'mixed';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <PlatformMark platform={platform} className="size-5" />
      <span className="min-w-0 font-semibold wrap-anywhere">
        {placeOf(target)}
        {target.account?.sandbox === true && isMixed && (
          <span className="font-normal text-muted"> {t('sandbox')}</span>
        )}
      </span>
      <span className="ml-auto flex items-center gap-3">
        {externalUrl !== null && !isRemoved(target) && (
          <OutLink href={externalUrl}>{t('viewOn', { platform: platformNames[platform] })}</OutLink>
        )}
        <Badge {...targetLabelIn(post, target)} />
      </span>
      {status === 'FAILED' && errorCode !== null && (
        <p className="basis-full text-sm text-bad">
          {t('openForRemedy', { reason: titleOfError(errorCode) })}
        </p>
      )}
    </li>
  );
}
