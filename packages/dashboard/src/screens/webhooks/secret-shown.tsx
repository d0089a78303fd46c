import { Button } from '../../ui/button.js';
import { CopyField } from '../../ui/copy-field.js';
import { DialogActions } from '../../ui/dialog.js';

/** The one time that a secret can be seen. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <>
      <CopyField label="Signing secret" value={secret} />
      <p className="text-muted">Your server uses it to verify that requests come from Punctual.</p>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </>
  );
}

export const shownOnce = 'Copy it now. It will not be shown again.';
