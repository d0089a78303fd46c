import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePost } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { accountName } from '../../lib/account-names.js';
import { platformNames } from '../../lib/platform-looks.js';
import { shownStateLabels, submitWarning, targetStateLabels } from '../../lib/labels.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/calendar.js';
import { Badge } from '../../ui/badge.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import { Button, buttonClass } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { DialogActions } from '../../ui/dialog.js';
import { Sheet } from '../../ui/sheet.js';
import { Skeleton } from '../../ui/states.js';
import { CardActions } from './card-actions.js';
import { CardChanges, CardFailures, CardPreview } from './card-content.js';
import { MoveForm } from './move-form.js';
import { nameOf } from './tile-names.js';
import { isEditable, isMovable, isSubmittedByMove, type Account, type Tile } from './tiles.js';
import type { Moves } from './use-moves.js';
import { zoneLabel } from './labels.js';

interface PostDialogProps {
  tile: Tile;
  zone: string;
  accounts: readonly Account[];
  moves: Moves;
  onClose: () => void;
}

/** Shows a summary of a post, with links to its page and the composer, and a form to move it. */
export function PostDialog(props: PostDialogProps) {
  const { tile, zone, moves, onClose } = props;
  const [isMoving, setMoving] = useState(false);
  const workspace = useWorkspace();
  const consequence = isSubmittedByMove(tile, workspace) ? submitWarning : t('onlyTheTimeChanges');
  return (
    <Sheet title={isMoving ? t('moveName', { name: nameOf(tile) }) : nameOf(tile)} onClose={onClose}>
      {isMoving && <p className="text-muted">{consequence}</p>}
      {isMoving ? (
        <MoveForm tile={tile} zone={zone} moves={moves} onDone={onClose} />
      ) : (
        <Glance {...props} onMove={() => setMoving(true)} />
      )}
    </Sheet>
  );
}

function Glance(props: PostDialogProps & { onMove: () => void }) {
  const { tile, zone, accounts, onMove, onClose } = props;
  const { id } = useWorkspace();
  const mayWrite = useMay('writePosts');
  const { timeZone } = tile;
  const read = usePost(tile.id).data;
  const post = `/w/${id}/posts/${tile.id}`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Badge {...shownStateLabels[tile.shown]} />
        <DateTime at={tile.at} timeZone={zone} />
        {timeZone !== null && timeZone !== zone && (
          <span className="text-sm text-muted">
            {t.rich('timeInZone', {
              zone: zoneLabel(timeZone),
              time: () => <DateTime at={tile.at} timeZone={timeZone} />,
            })}
          </span>
        )}
      </div>
      {read === undefined ? (
        <Skeleton rows={3} label={t('loadingPost')} />
      ) : (
        <>
          <CardFailures post={read} />
          <CardPreview post={read} />
        </>
      )}
      <Targets tile={tile} accounts={accounts} />
      {read !== undefined && <CardChanges post={read} />}
      <DialogActions>
        {mayWrite && isMovable(tile) && <Button onClick={onMove}>{t('move')}</Button>}
        {mayWrite && isEditable(tile) && (
          <Link to={`${post}/edit`} className={buttonClass()}>
            {common('edit')}
          </Link>
        )}
        <Link to={post} className={buttonClass('primary')}>
          {t('openPost')}
        </Link>
        {read !== undefined && <CardActions post={read} onDone={onClose} />}
      </DialogActions>
    </>
  );
}

function Targets({ tile, accounts }: Pick<PostDialogProps, 'tile' | 'accounts'>) {
  return (
    <ul aria-label={t('accounts')} className="flex flex-col gap-1">
      {tile.targets.map(({ accountId, platform, state, isUnconfirmed }) => {
        const account = accounts.find(({ id }) => id === accountId);
        const reconnectBy = account?.reconnectBy ?? null;
        const isTooLate = reconnectBy !== null && reconnectBy < tile.at && isMovable(tile);
        // While the post waits for approval, the label "Draft" on its targets would contradict the post's badge.
        const isWaiting = tile.state === 'NEEDS_APPROVAL' && state === 'DRAFT';
        return (
          <li key={accountId} className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-break-word">
            <PlatformMark platform={platform} />
            <span className="min-w-0">
              {account === undefined
                ? t('disconnected', { platform: platformNames[platform] })
                : accountName(account.platform, account.handle)}
            </span>
            {!isWaiting && (
              <Badge {...(isUnconfirmed ? shownStateLabels.UNCONFIRMED : targetStateLabels[state])} />
            )}
            {isTooLate && <Badge label={t('reconnectBeforeThen')} tone="warning" />}
          </li>
        );
      })}
    </ul>
  );
}
