import { useState } from 'react';
import { t } from '../../messages/webhooks.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { shownOnce } from '../../ui/secret-shown.js';
import { useRotateSecret } from './api.js';
import { SigningSecret } from './signing-secret.js';

const hourMs = 60 * 60_000;
const lives = [
  { value: String(24 * hourMs), label: t('oneDay') },
  { value: String(hourMs), label: t('oneHour') },
  { value: String(7 * 24 * hourMs), label: t('oneWeek') },
  { value: '0', label: t('noTimeItHasLeaked') },
];

export function RotateDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      kept={secret !== null}
      title={secret === null ? t('createANewSecret') : t('newSecret')}
      description={secret === null ? undefined : shownOnce}
    >
      {secret === null ? (
        <RotateForm endpointId={endpointId} onRotated={setSecret} onClose={onClose} />
      ) : (
        <SigningSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

function RotateForm(props: { endpointId: string; onRotated: (secret: string) => void; onClose: () => void }) {
  const { endpointId, onRotated, onClose } = props;
  const [lifeMs, setLifeMs] = useState(lives[0]?.value ?? '0');
  const rotating = useRotateSecret(endpointId);
  const rotate = async (): Promise<void> => {
    onRotated((await rotating.mutateAsync({ previousValidMs: Number(lifeMs) })).secret);
  };
  return (
    <DialogForm action={t('createANewSecret')} sending={rotating} onSubmit={rotate} onCancel={onClose}>
      <SelectField label={t('keepTheOldSecretValid')} choices={lives} value={lifeMs} onValue={setLifeMs} />
    </DialogForm>
  );
}
