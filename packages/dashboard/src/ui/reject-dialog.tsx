import { detailFor } from '../api/errors.js';
import { Dialog } from './dialog.js';
import { TextArea } from './field.js';
import { DialogForm } from './form.js';

const reasonCharsMax = 1_000;

/** The reason is kept by the parent, so that it survives a refresh of the post. */
export interface TypedReason {
  reason: string;
  onReason: (reason: string) => void;
}

interface RejectDialogProps extends TypedReason {
  rejecting: { isPending: boolean; error: unknown };
  onReject: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of a rejection. */
export function RejectDialog({ reason, onReason, rejecting, onReject, onClose }: RejectDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reject post"
      description="The post becomes a draft again, and its authors see your reason."
    >
      <DialogForm
        action="Reject"
        sending={rejecting}
        fields={['reason']}
        onSubmit={onReject}
        onCancel={onClose}
      >
        <TextArea
          label="What needs to change?"
          required
          rows={4}
          maxLength={reasonCharsMax}
          value={reason}
          error={detailFor(rejecting.error, 'reason')}
          onChange={(event) => onReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
