import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useAlone } from '../lib/use-alone.js';
import { t } from '../messages/common.js';
import { Button } from './button.js';
import { DialogActions, DialogFrame } from './dialog.js';
import { ErrorNote } from './error-state.js';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The consequences of the action. */
  children: ReactNode;
  /** The verb on the button: "Revoke". */
  action: string;
  /** The label of the button that closes the dialog, for actions where "Cancel" would be ambiguous. */
  wayOut?: string;
  danger?: boolean;
  /** The state of the request that the action makes. */
  sending?: { isPending: boolean; error: unknown };
  /** Another press meanwhile has no effect. An error is ignored here, because the dialog shows it. */
  onConfirm: () => Promise<unknown> | void;
  onClose: () => void;
}

/**
 * Asks for confirmation of an action, usually one that cannot be undone. The initial focus is on the button that
 * cancels.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, action, wayOut = t('cancel'), danger = true, sending } = props;
  const { onConfirm, onClose } = props;
  const alone = useAlone();
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <DialogFrame title={title}>
        <Base.Description render={<div />}>{children}</Base.Description>
        <ErrorNote error={sending?.error} />
        <DialogActions>
          <Button onClick={onClose}>{wayOut}</Button>
          <Button
            look={danger ? 'danger' : 'primary'}
            busy={sending?.isPending ?? false}
            onClick={() => alone(async () => onConfirm())}
          >
            {action}
          </Button>
        </DialogActions>
      </DialogFrame>
    </Base.Root>
  );
}

interface DeleteDialogProps<Id> extends Pick<ConfirmDialogProps, 'title' | 'children' | 'onClose'> {
  id: Id;
  deleting: NonNullable<ConfirmDialogProps['sending']> & { mutateAsync: (id: Id) => Promise<unknown> };
}

/** Asks for confirmation of deleting something, and deletes it. */
export function DeleteDialog<Id>({ id, deleting, onClose, ...texts }: DeleteDialogProps<Id>) {
  return (
    <ConfirmDialog
      open
      {...texts}
      action={t('delete')}
      sending={deleting}
      onConfirm={async () => {
        await deleting.mutateAsync(id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
