import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { formatSpan } from '../../lib/wording.js';
import { t } from '../../messages/members.js';
import { DateTime } from '../../ui/date-time.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { SecretShown, shownOnce } from '../../ui/secret-shown.js';
import { useCreateClientLink, type CreatedClientLink } from './api.js';

const nameCharsMax = 100;
const daysChoices = [7, 14, 30].map((days) => ({ value: String(days), label: formatSpan(days) }));
const longest = '30';

/** Creates a client link and shows it once. */
export function ClientLinkDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedClientLink | null>(null);
  if (created === null) {
    return (
      <Dialog open onClose={onClose} title={t('newClientLink')} description={t('anybodyWhoHasTheLink')}>
        <ClientLinkForm onCreated={setCreated} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      kept
      title={t('clientLink')}
      description={
        <>
          {t.rich('sendItTo', {
            name: created.name,
            time: () => <DateTime at={created.expiresAt} />,
            shownOnce,
          })}
        </>
      }
    >
      <SecretShown label={t('linkForName', { name: created.name })} secret={created.url} onClose={onClose} />
    </Dialog>
  );
}

function ClientLinkForm(props: { onCreated: (link: CreatedClientLink) => void; onClose: () => void }) {
  const { onCreated, onClose } = props;
  const [name, setName] = useState('');
  const [days, setDays] = useState(longest);
  const creating = useCreateClientLink();
  const create = async (): Promise<void> => {
    onCreated(await creating.mutateAsync({ name: name.trim(), days: Number(days) }));
  };
  return (
    <DialogForm
      action={t('createLink')}
      sending={creating}
      fields={['name']}
      onSubmit={create}
      onCancel={onClose}
    >
      <TextField
        label={t('whoIsItFor')}
        hint={t('decisionsAndCommentsAreShown')}
        required
        pattern=".*\S.*"
        maxLength={nameCharsMax}
        value={name}
        error={detailFor(creating.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField label={t('worksFor')} choices={daysChoices} value={days} onValue={setDays} />
    </DialogForm>
  );
}
