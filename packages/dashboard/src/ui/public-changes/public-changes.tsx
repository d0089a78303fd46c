import { useState } from 'react';
import type { Post, Target } from '../../api/posts.js';
import { usePublicChanges } from '../../api/public-changes.js';
import { useMay } from '../../api/workspace.js';
import { platformNames } from '../../lib/platform-looks.js';
import { placeOf } from '../../lib/post-changes.js';
import { canEdit, canRemove } from '../../lib/public-changes.js';
import { useNow } from '../../lib/use-now.js';
import { t } from '../../messages/changes.js';
import { Button } from '../button.js';
import { ChangeStates } from './change-states.js';
import { EditDialog } from './edit-dialog.js';
import { RemoveDialog } from './remove-dialog.js';

/** Shows the removal and the last edit of a public target, and offers both as far as its platform allows them. */
export function PublicChanges({ post, target }: { post: Post; target: Target }) {
  const changes = usePublicChanges(target);
  const mayWrite = useMay('writePosts');
  const nowMs = useNow();
  const [open, setOpen] = useState<'remove' | 'edit' | null>(null);
  const close = (): void => setOpen(null);
  const platform = platformNames[target.platform];
  const offers = changes !== undefined && mayWrite;
  const removable = offers && canRemove(target, changes);
  const editable = offers && canEdit(target, changes, nowMs);
  const button = (which: 'remove' | 'edit', label: string) => (
    <Button aria-label={t('named', { action: label, place: placeOf(target) })} onClick={() => setOpen(which)}>
      {label}
    </Button>
  );
  return (
    <>
      <ChangeStates target={target} />
      {(removable || editable) && (
        <div className="flex flex-wrap gap-2">
          {editable && button('edit', t('edit.action'))}
          {removable && button('remove', t('remove.action', { platform }))}
        </div>
      )}
      {offers && open === 'remove' && (
        <RemoveDialog post={post} target={target} changes={changes} onClose={close} />
      )}
      {offers && open === 'edit' && (
        <EditDialog post={post} target={target} changes={changes} onClose={close} />
      )}
    </>
  );
}
