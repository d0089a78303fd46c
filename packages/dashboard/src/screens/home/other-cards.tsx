import { Link } from '@tanstack/react-router';
import { MessageCircle, Plug } from 'lucide-react';
import type { SocialAccount } from '../../api/accounts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { accountName } from '../../lib/account-names.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/home.js';
import { serverTold } from '../../messages/server-texts.js';
import { Avatar } from '../../ui/avatar.js';
import { buttonClass } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { ToldText } from '../../ui/told-text.js';
import { useBrokenAccounts, useUnreadComments, type Comment } from './api.js';
import { Card, Row } from './card.js';

export function CommentsCard() {
  return (
    <Card
      title={t('unreadComments')}
      icon={MessageCircle}
      all={{ path: 'inbox', label: t('inbox') }}
      query={useUnreadComments()}
      rowOf={(comment) => <CommentRow key={comment.id} comment={comment} />}
      empty={t('youHaveReadEveryComment')}
    />
  );
}

function CommentRow({ comment }: { comment: Comment }) {
  const { id } = useWorkspace();
  const { authorName, authorHandle, authorAvatarUrl, platform, postedAt, text } = comment;
  const author = authorName ?? authorHandle ?? t('somebody');
  return (
    <Row>
      <Avatar name={author} url={authorAvatarUrl} platform={platform} size="small" />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <Link
          to={`/w/${id}/inbox`}
          search={{ comment: comment.id }}
          className="text-sm font-medium wrap-anywhere hover:underline focus-visible:underline"
        >
          {author}
        </Link>
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
          {text}
        </span>
        <span className="text-sm text-muted">
          {platformNames[platform]} · <DateTime at={postedAt} />
        </span>
      </span>
    </Row>
  );
}

export function AccountsCard() {
  return (
    <Card
      title={t('accountsToReconnect')}
      icon={Plug}
      all={{ path: 'accounts', label: t('accounts') }}
      query={useBrokenAccounts()}
      rowOf={(account) => <AccountRow key={account.id} account={account} />}
      empty={t('allAccountsAreConnected')}
    />
  );
}

function AccountRow({ account }: { account: SocialAccount }) {
  const { id } = useWorkspace();
  const mayManage = useMay('manageAccounts');
  const { platform, handle, displayName, avatarUrl, lastError } = account;
  const name = accountName(platform, handle);
  return (
    <Row>
      <Avatar name={displayName ?? handle} url={avatarUrl} platform={platform} size="small" />
      <span className="flex min-w-0 flex-1 flex-col gap-1 text-sm wrap-anywhere">
        <span className="font-medium">{name}</span>
        {lastError !== null && (
          <span className="text-muted">
            <ToldText told={serverTold(lastError)} />
          </span>
        )}
      </span>
      {mayManage && (
        <Link
          to={`/w/${id}/accounts`}
          search={{ reconnect: account.id }}
          aria-label={t('reconnectName', { name })}
          className={buttonClass()}
        >
          {t('reconnect')}
        </Link>
      )}
    </Row>
  );
}
