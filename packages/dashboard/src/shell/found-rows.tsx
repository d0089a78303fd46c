import type { SocialAccount } from '../api/accounts.js';
import type { Post } from '../api/posts.js';
import { accountName } from '../lib/account-names.js';
import { excerptOf } from '../lib/excerpt.js';
import { accountStateLabels, postLabelOf } from '../lib/labels.js';
import { t as common } from '../messages/common.js';
import { t } from '../messages/shell.js';
import { Badge } from '../ui/badge.js';
import { DateTime } from '../ui/date-time.js';
import { PlatformMark } from '../ui/platform-mark.js';
import { PlatformMarks } from '../ui/platform-marks.js';

const marksMax = 4;

/** A post in the command box: its text around the searched words, its platforms, state and time. */
export function PostRow({ post, searched }: { post: Post; searched: string }) {
  const at = post.scheduledAt;
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1 py-1">
      <span className="line-clamp-2 wrap-anywhere">
        <Marked text={textOf(post, searched)} searched={searched} />
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <PlatformMarks targets={post.targets} max={marksMax} className="size-3.5" />
        <Badge {...postLabelOf(post)} />
        {at === null ? t('noDate') : <DateTime at={at} />}
      </span>
    </span>
  );
}

function Marked({ text, searched }: { text: string; searched: string }) {
  const { before, found, after } = excerptOf(text, searched);
  return (
    <>
      {before === '' && found === '' ? common('postWithoutText') : before}
      {found !== '' && <mark className="bg-warning-soft text-warning">{found}</mark>}
      {after}
    </>
  );
}

/** Returns the text of the post that contains the searched words: the shared one, or that of one account. */
function textOf({ caption, targets }: Post, searched: string): string {
  const texts = [caption, ...targets.map(({ captionOverride }) => captionOverride)].filter(
    (text) => text !== null,
  );
  return texts.find((text) => excerptOf(text, searched).found !== '') ?? texts[0] ?? '';
}

export function AccountRow({ account: { platform, handle, status } }: { account: SocialAccount }) {
  return (
    <>
      <PlatformMark platform={platform} className="size-4.5" />
      <span className="min-w-0 flex-1 truncate">{accountName(platform, handle)}</span>
      {status !== 'ACTIVE' && <Badge {...accountStateLabels[status]} />}
    </>
  );
}
