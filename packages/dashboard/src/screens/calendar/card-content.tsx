import { usePostMedia, type Post, type Target } from '../../api/posts.js';
import { placeOf, remedyOf, titleOfError } from '../../lib/post-changes.js';
import { toneClass } from '../../ui/badge.js';
import { FailureText } from '../../ui/failure-text.js';
import type { ShownMedia } from '../../ui/media-strip.js';
import { useOwnMedia } from '../../ui/own-media.js';
import { PublicChanges } from '../../ui/public-changes/public-changes.js';
import { PostPreview } from '../../ui/previews/post-preview.js';

/** Explains each failed account of a post: the reason, and what helps. */
export function CardFailures({ post }: { post: Post }) {
  return post.targets.map((target) => <Failure key={target.id} target={target} />);
}

function Failure({ target }: { target: Target }) {
  const { errorCode: code, errorMessage: message } = target;
  if (target.status !== 'FAILED' || code === null) return null;
  const tone = code === 'PUBLISH_UNCONFIRMED' ? 'unsure' : 'bad';
  const remedy = remedyOf(code);
  return (
    <div className={`flex flex-col gap-1 rounded-md p-3 text-sm ${toneClass(tone)}`}>
      <p className="font-semibold">
        {placeOf(target)}: {titleOfError(code)}
      </p>
      {message !== null && <FailureText text={message} />}
      {remedy !== undefined && <p>{remedy}</p>}
    </div>
  );
}

/** Offers to remove or edit the public posts, for each account of a post. */
export function CardChanges({ post }: { post: Post }) {
  return post.targets.map((target) => <PublicChanges key={target.id} post={post} target={target} />);
}

/** Shows the post as it will look on the first of its accounts. */
export function CardPreview({ post }: { post: Post }) {
  const target = post.targets.find(({ account }) => account !== null && account !== undefined);
  const ownIds = target?.mediaIds ?? [];
  const own = useOwnMedia(ownIds);
  const shared = usePostMedia(post).data ?? [];
  const ofParts = useOwnMedia((target?.parts ?? []).flatMap(({ mediaIds }) => mediaIds));
  if (target?.account === null || target?.account === undefined) return null;
  const ids = ownIds.length > 0 ? ownIds : post.media.map(({ mediaAssetId }) => mediaAssetId);
  const read = ownIds.length > 0 ? own : shared;
  const shownOf = (ofPart: readonly string[], files: readonly ShownMedia[]) => {
    const shown = ofPart.map((id) => files.find(({ mediaAssetId }) => mediaAssetId === id));
    return {
      media: shown.map((one) => one?.asset ?? undefined),
      alts: shown.map((one) => one?.altText ?? one?.asset?.altText ?? ''),
    };
  };
  return (
    <PostPreview
      platform={target.platform}
      account={target.account}
      text={target.captionOverride ?? post.caption ?? ''}
      options={target.platformOptions ?? {}}
      {...shownOf(ids, read)}
      parts={target.parts.map((part) => ({ text: part.text, ...shownOf(part.mediaIds, ofParts) }))}
    />
  );
}
