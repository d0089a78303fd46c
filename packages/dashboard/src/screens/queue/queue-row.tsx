import { Link, useNavigate } from '@tanstack/react-router';
import { isActionAllowed } from '../../../../../src/domain/post-actions.js';
import type { Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import type { BulkPost } from '../../lib/bulk-actions.js';
import { formatInstant, formatTime, localTimeZone } from '../../lib/dates.js';
import { firstPictureOf } from '../../lib/pictures.js';
import { postLabelOf } from '../../lib/labels.js';
import { isPartlyPublic } from '../../lib/partly-public.js';
import { placeOf } from '../../lib/post-changes.js';
import { nameOfPost } from '../../lib/post-name.js';
import { useAlone } from '../../lib/use-alone.js';
import type { Selection } from '../../lib/use-selection.js';
import { t as common } from '../../messages/common.js';
import { t as actions } from '../../messages/post-actions.js';
import { t } from '../../messages/queue.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { SelectBox } from '../../ui/bulk/select-box.js';
import { useCancel } from '../../ui/cancel-post.js';
import { DateTime } from '../../ui/date-time.js';
import { Menu, type MenuItem } from '../../ui/menu.js';
import { useCanPublishNow } from '../../ui/publish-now.js';
import { Thumbnail } from '../../ui/thumbnail.js';
import { useMoveToFreeHour } from './api.js';

/** The actions on a post that open a dialog. */
export type Asked = 'move' | 'publish';

const accountsMax = 5;

interface RowProps {
  post: Post;
  /** Whether the day of the post has passed, so that its time needs the date. */
  isLate: boolean;
  mayWrite: boolean;
  selection: Selection<BulkPost>;
  onAsk: (what: Asked) => void;
  /** Called before the row moves or disappears. */
  onAct: () => void;
}

/** Shows a post with its time, accounts and first picture, and a menu with the possible actions. */
export function QueueRow({ post, isLate, mayWrite, selection, onAsk, onAct }: RowProps) {
  const { id } = useWorkspace();
  const name = nameOfPost(post);
  const picture = firstPictureOf(post);
  return (
    <li className="flex min-w-0 items-center gap-2 rounded-lg border border-line bg-surface p-2 pl-3 sm:gap-3">
      {mayWrite && <SelectBox id={post.id} name={name} selection={selection} />}
      <div className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-1 py-1 sm:flex-row sm:items-center">
        <span className="shrink-0 font-semibold tabular-nums sm:min-w-20">
          <Time at={post.scheduledAt ?? ''} isLate={isLate} />
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-1.5">
          <Link
            to={`/w/${id}/posts/${post.id}`}
            data-post={post.id}
            className="font-medium wrap-anywhere hover:underline focus-visible:underline"
          >
            {name}
          </Link>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Accounts post={post} />
            {post.status !== 'SCHEDULED' && <Badge {...postLabelOf(post)} />}
          </span>
        </span>
      </div>
      {picture !== null && <Thumbnail picture={picture} className="size-12 rounded-md bg-raised" />}
      {mayWrite && <Actions post={post} name={name} onAsk={onAsk} onAct={onAct} />}
    </li>
  );
}

/** Shows the time of a post: only the time of day if the post is listed below its day. */
function Time({ at, isLate }: { at: string; isLate: boolean }) {
  if (isLate) return <DateTime at={at} />;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatTime(at)}
    </time>
  );
}

/** Shows the avatars of the accounts with the marks of their platforms, and names them for screen readers. */
function Accounts({ post: { targets } }: { post: Post }) {
  if (targets.length === 0) return null;
  const names = targets.map(placeOf);
  const more = targets.length - accountsMax;
  return (
    <span title={names.join(', ')} className="flex flex-wrap items-center gap-2.5 pb-1">
      {targets.slice(0, accountsMax).map(({ id, platform, account }) => (
        <Avatar
          key={id}
          name={account?.displayName ?? account?.handle ?? ''}
          url={account?.avatarUrl ?? null}
          platform={platform}
          size="tiny"
        />
      ))}
      {more > 0 && (
        <span aria-hidden className="text-sm text-muted">
          +{more}
        </span>
      )}
      <span className="sr-only">{names.join(', ')}</span>
    </span>
  );
}

function Actions({
  post,
  name,
  onAsk,
  onAct,
}: Pick<RowProps, 'post' | 'onAsk' | 'onAct'> & { name: string }) {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const canPublishNow = useCanPublishNow();
  const moveToFreeHour = useMoveToFreeHour(post, localTimeZone(), onAct);
  const alone = useAlone();
  const { cancel, isPending, question } = useCancel(post);
  const canMove = isActionAllowed('reschedule', post.status) && !isPartlyPublic(post);
  const moves: MenuItem[] = [
    {
      label: t('moveToFreeHour'),
      onSelect: () => alone(moveToFreeHour),
    },
    { label: t('moveToOtherTime'), onSelect: () => onAsk('move') },
  ];
  const items: MenuItem[] = [
    ...(isActionAllowed('edit', post.status)
      ? [
          {
            label: common('edit'),
            onSelect: () => void navigate({ to: `/w/${id}/posts/${post.id}/edit` }),
          },
        ]
      : []),
    ...(canMove ? moves : []),
    ...(canPublishNow(post) ? [{ label: actions('publish.action'), onSelect: () => onAsk('publish') }] : []),
    ...(isActionAllowed('cancel', post.status)
      ? [
          {
            label: actions('cancel.action'),
            onSelect: () => {
              onAct();
              cancel();
            },
            danger: true,
            disabled: isPending,
          },
        ]
      : []),
  ];
  return (
    <>
      {items.length > 0 && <Menu label={t('actionsFor', { name })} items={items} />}
      {question}
    </>
  );
}
