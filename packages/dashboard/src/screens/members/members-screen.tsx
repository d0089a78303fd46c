import { useState } from 'react';
import { useMay } from '../../api/workspace.js';
import { t } from '../../messages/members.js';
import { Button } from '../../ui/button.js';
import { Screen } from '../../ui/screen.js';
import type { Invitation } from './api.js';
import { ClientLinks } from './client-links.js';
import { InvitationList } from './invitation-list.js';
import { InviteDialog } from './invite-dialog.js';
import { MemberList } from './member-list.js';

/** Shows the members of the workspace, its open invitations, and the links of clients. */
export function MembersScreen() {
  const mayManage = useMay('manageMembers');
  /** The open invite dialog. `again` is an invitation that needs a new link; null for a new invitation. */
  const [inviting, setInviting] = useState<{ again: Invitation | null } | null>(null);
  const invite = (
    <Button look="primary" onClick={() => setInviting({ again: null })}>
      {t('inviteAMember')}
    </Button>
  );
  return (
    <Screen title={t('members')} actions={mayManage ? invite : undefined}>
      <MemberList />
      {mayManage && <InvitationList onAgain={(again) => setInviting({ again })} />}
      {mayManage && <ClientLinks />}
      {inviting !== null && <InviteDialog again={inviting.again} onClose={() => setInviting(null)} />}
    </Screen>
  );
}
