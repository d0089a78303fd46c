import { Button } from './button.js';
import { CopyField } from './copy-field.js';
import { DialogActions } from './dialog.js';

interface SecretShownProps {
  label: string;
  secret: string;
  /** The purpose of the secret. */
  hint?: string;
  onClose: () => void;
}

/** Shows a secret for copying. It cannot be shown again later. */
export function SecretShown({ label, secret, hint, onClose }: SecretShownProps) {
  return (
    <>
      <CopyField label={label} value={secret} />
      {hint !== undefined && <p className="text-muted">{hint}</p>}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </>
  );
}

export const shownOnce = 'Copy it now. It will not be shown again.';
