import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { DialogActions, DialogFrame } from './dialog.js';
import { ErrorNote } from './error-state.js';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What follows from it. */
  children: ReactNode;
  /** A verb: "Revoke". */
  action: string;
  /** The way out; "Cancel" would be unclear where canceling is the action. */
  wayOut?: string;
  danger?: boolean;
  busy?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. The focus begins on the way out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, action, wayOut = 'Cancel', danger = true, busy = false, error } = props;
  const { onConfirm, onClose } = props;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <DialogFrame title={title}>
        <Base.Description render={<div />}>{children}</Base.Description>
        <ErrorNote error={error} />
        <DialogActions>
          <Button onClick={onClose}>{wayOut}</Button>
          <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </DialogActions>
      </DialogFrame>
    </Base.Root>
  );
}
