import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { useWorkspace } from '../../api/workspace.js';
import { t } from '../../messages/members.js';
import { Button } from '../../ui/button.js';
import { CopyField } from '../../ui/copy-field.js';
import { DateTime } from '../../ui/date-time.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { useInvite, type CreatedInvitation, type Invitation } from './api.js';
import { roleHints, roleOf, rolesFor } from './grants.js';

const emailCharsMax = 254;

/**
 * Creates an invitation and shows its link. The service sends no email, so the inviting member has to share the link.
 * `again` is an invitation that needs a new link.
 */
export function InviteDialog({ again, onClose }: { again: Invitation | null; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null);
  if (created === null) {
    return (
      <Dialog open onClose={onClose} title={again === null ? t('inviteAMember') : t('createANewLink')}>
        <InviteForm again={again} onCreated={setCreated} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} kept title={t('invitationLink')} description={t('copyTheLinkNowAnd')}>
      <CopyField label={t('linkForEmail', { email: created.email })} value={created.url} />
      <p className="text-muted">
        {t.rich('itWorksOnceOnlyFor', { time: () => <DateTime at={created.expiresAt} /> })}
      </p>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('iHaveCopiedIt')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function InviteForm(props: {
  again: Invitation | null;
  onCreated: (invitation: CreatedInvitation) => void;
  onClose: () => void;
}) {
  const { again, onCreated, onClose } = props;
  const { role: own } = useWorkspace();
  const [email, setEmail] = useState(again?.email ?? '');
  const [role, setRole] = useState(again?.role ?? 'EDITOR');
  const inviting = useInvite();
  const invite = async (): Promise<void> => {
    onCreated(await inviting.mutateAsync({ email: email.trim(), role }));
  };
  return (
    <DialogForm
      action={t('createLink')}
      sending={inviting}
      fields={['email']}
      onSubmit={invite}
      onCancel={onClose}
    >
      {again !== null && <p>{t('thePreviousLinkWillStop')}</p>}
      <TextField
        label={t('email')}
        type="email"
        required
        maxLength={emailCharsMax}
        readOnly={again !== null}
        value={email}
        error={detailFor(inviting.error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SelectField
        label={t('role')}
        hint={roleHints[role]}
        choices={rolesFor(own)}
        value={role}
        onValue={(value) => setRole(roleOf(value))}
      />
    </DialogForm>
  );
}
