import { detailFor } from '../api/errors.js';
import { t } from '../messages/common.js';
import { Dialog } from './dialog.js';
import { TextArea } from './field.js';
import { DialogForm } from './form.js';

const reasonCharsMax = 1_000;

/** The reason is kept by the parent, so that it survives a refresh of the post. */
export interface TypedReason {
  reason: string;
  onReason: (reason: string) => void;
}

/** The words of a rejection. */
export interface RejectionWords {
  title: string;
  effect: string;
  /** Said once it was rejected. */
  done: string;
}

interface RejectDialogProps extends TypedReason {
  words: RejectionWords;
  rejecting: { isPending: boolean; error: unknown };
  onReject: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of a rejection. */
export function RejectDialog({ words, reason, onReason, rejecting, onReject, onClose }: RejectDialogProps) {
  return (
    <Dialog open onClose={onClose} title={words.title} description={words.effect}>
      <DialogForm
        action={t('decision.reject')}
        sending={rejecting}
        fields={['reason']}
        onSubmit={onReject}
        onCancel={onClose}
      >
        <TextArea
          label={t('reject.reason')}
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
