import { useState } from 'react';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/client-review.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { DocumentLink } from '../../ui/document-link.js';
import { Decision } from '../../ui/decision.js';
import { PostPreview } from '../../ui/previews/post-preview.js';
import { QuotedText } from '../../ui/quoted-text.js';
import { ScheduledFor } from '../../ui/scheduled-for.js';
import { useApproveOne, useRejectClientPost, type ClientPost } from './api.js';
import { nameOf } from './client-post.js';
import { CommentDialog } from './comment-dialog.js';

/** One post: when it is published, how it will look, what the client has written, and the decision. */
export function ClientPostCard({ post }: { post: ClientPost }) {
  const waiting = post.targets.filter(({ status }) => status === 'DRAFT');
  return (
    <li className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 shadow-card">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold wrap-anywhere">{nameOf(post)}</h2>
        <p className="text-muted">
          <ScheduledFor post={post} />
        </p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] items-start gap-4">
        {waiting.map((target) => (
          <TargetPreview key={target.id} post={post} target={target} />
        ))}
      </div>
      <Comments post={post} />
      <ClientDecision post={post} />
    </li>
  );
}

function TargetPreview({ post, target }: { post: ClientPost; target: ClientPost['targets'][number] }) {
  const { platform, account, caption, parts, platformOptions, mediaIds, firstComment } = target;
  if (account === null) {
    return <p className="text-muted">{t('accountGone', { platform: platformNames[platform] })}</p>;
  }
  const filesOf = (ids: readonly string[]) => {
    const media = ids.map((id) => post.media.find((file) => file.id === id));
    return { media, alts: media.map((file) => file?.altText ?? '') };
  };
  const { media, alts } = filesOf(mediaIds);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <PostPreview
        platform={platform}
        account={account}
        text={caption ?? ''}
        options={platformOptions ?? {}}
        media={media}
        alts={alts}
        parts={parts.map((part) => ({ text: part.text, ...filesOf(part.mediaIds) }))}
      />
      {media.map(
        (file) =>
          file?.kind === 'DOCUMENT' && (
            <p key={file.id} className="text-sm">
              <DocumentLink media={file} name={null} />
            </p>
          ),
      )}
      {firstComment !== null && (
        <div className="text-sm">
          <p className="text-muted">{t('firstComment')}</p>
          <QuotedText text={firstComment} />
        </div>
      )}
    </div>
  );
}

function Comments({ post: { comments } }: { post: ClientPost }) {
  if (comments.length === 0) return null;
  return (
    <ul aria-label={t('yourComments')} className="flex flex-col gap-2">
      {comments.map(({ at, text }, index) => (
        <li key={`${at} ${index}`} className="rounded-md bg-raised px-3 py-2">
          <p className="text-sm text-muted">{t.rich('you', { time: () => <DateTime at={at} /> })}</p>
          <QuotedText text={text} />
        </li>
      ))}
    </ul>
  );
}

function ClientDecision({ post }: { post: ClientPost }) {
  const [isCommenting, setIsCommenting] = useState(false);
  const approving = useApproveOne();
  const name = nameOf(post);
  return (
    <>
      <Decision
        post={post}
        name={name}
        approving={approving}
        onApprove={() => approving.mutateAsync(post)}
        useReject={useRejectClientPost}
        lateAdvice={t('rejectItOrAskThe')}
      >
        <Button aria-label={t('commentOnName', { name })} onClick={() => setIsCommenting(true)}>
          {t('comment')}
        </Button>
      </Decision>
      {isCommenting && <CommentDialog post={post} onClose={() => setIsCommenting(false)} />}
    </>
  );
}
