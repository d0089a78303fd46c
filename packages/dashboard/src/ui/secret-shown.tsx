import { t } from '../messages/common.js';
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
          {t('secret.copied')}
        </Button>
      </DialogActions>
    </>
  );
}

export const shownOnce = t('secret.shownOnce');
