import type { Post, Target } from '../../api/posts.js';
import { targetLabelIn } from '../../lib/labels.js';
import { placeOf } from '../../lib/post-changes.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/post.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { OutLink } from '../../ui/out-link.js';
import { OwnMedia } from '../../ui/own-media.js';
import { QuotedText } from '../../ui/quoted-text.js';

/** Shows the further parts of a target, each with its state, and its link once it is public. */
export function TargetParts({ post, target }: { post: Post; target: Target }) {
  if (target.parts.length === 0) return null;
  return (
    <ol aria-label={t('target.parts', { place: placeOf(target) })} className="flex flex-col gap-3">
      {target.parts.map((part) => (
        <li key={part.order} className="flex flex-col gap-1.5 border-t border-line pt-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">{t('target.part', { number: part.order })}</p>
            <Badge {...targetLabelIn(post, part)} />
          </div>
          <QuotedText text={part.text} />
          <OwnMedia
            ids={part.mediaIds}
            label={t('target.mediaOfPart', { number: part.order, place: placeOf(target) })}
          />
          <PartLinks part={part} platform={target.platform} />
        </li>
      ))}
    </ol>
  );
}

function PartLinks({ part, platform }: { part: Target['parts'][number]; platform: Target['platform'] }) {
  const { publishedAt, removedAt, externalUrl, order } = part;
  if (removedAt !== null) {
    return <p>{t.rich('target.partRemoved', { time: () => <DateTime at={removedAt} /> })}</p>;
  }
  if (publishedAt === null) return null;
  return (
    <p>
      {t.rich('target.published', { time: () => <DateTime at={publishedAt} /> })}
      {externalUrl !== null && (
        <>
          {' · '}
          <OutLink href={externalUrl}>
            {t('target.viewPart', { number: order, platform: platformNames[platform] })}
          </OutLink>
        </>
      )}
    </p>
  );
}
