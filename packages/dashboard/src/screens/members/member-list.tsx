import { useState } from 'react';
import { useSession } from '../../api/session.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { roleLabels } from '../../lib/role-labels.js';
import { t } from '../../messages/members.js';
import { Button } from '../../ui/button.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote, ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Select } from '../../ui/select.js';
import { Skeleton } from '../../ui/states.js';
import { useMembers, useSetRole, type Member } from './api.js';
import { isAbove } from '../../../../../src/domain/roles.js';
import { roleOf, rolesFor } from './grants.js';
import { RemoveDialog } from './remove-dialog.js';

export function MemberList() {
  const pages = useMembers();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const columns = useColumns(setLeaving, setFault);
  if (pages.isPending) return <Skeleton label={t('loadingMembers')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  return (
    <section aria-label={t('members')} className="flex flex-col gap-4">
      <ErrorNote error={fault} />
      <DataList caption={t('members')} columns={columns} rows={pages.rows} keyOf={({ id }) => id} />
      <LoadMore pages={pages} what={t('moreMembers')} />
      {leaving !== null && <RemoveDialog member={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

function useColumns(onRemove: (member: Member) => void, onFault: (error: unknown) => void): Column<Member>[] {
  const { user } = useSession();
  const { role: own } = useWorkspace();
  const mayManage = useMay('manageMembers');
  const isMe = ({ userId }: Member): boolean => userId === user.id;
  const mayChange = ({ role }: Member): boolean => mayManage && !isAbove(role, own);
  return [
    {
      title: t('name'),
      isName: true,
      cell: (member) => (isMe(member) ? t('nameYou', { name: member.name }) : member.name),
    },
    {
      title: t('email'),
      cell: ({ email }) => <span className="inline-block wrap-anywhere lg:min-w-52">{email}</span>,
    },
    {
      title: t('role'),
      cell: (member) =>
        mayChange(member) ? <RoleField member={member} onFault={onFault} /> : roleLabels[member.role],
    },
    { title: t('joined'), cell: ({ createdAt }) => <DateTime at={createdAt} dayOnly /> },
    {
      title: t('actions'),
      isAction: true,
      cell: (member) => {
        if (!isMe(member) && !mayChange(member)) return null;
        return (
          <Button
            aria-label={isMe(member) ? t('leaveTheWorkspace') : t('removeName', { name: member.name })}
            onClick={() => onRemove(member)}
          >
            {isMe(member) ? t('leave') : t('remove')}
          </Button>
        );
      },
    },
  ];
}

function RoleField({ member, onFault }: { member: Member; onFault: (error: unknown) => void }) {
  const { role: own } = useWorkspace();
  const setting = useSetRole();
  const set = async (value: string): Promise<void> => {
    onFault(null);
    const { role } = await setting.mutateAsync({ memberId: member.id, role: roleOf(value) });
    showToast(`${member.name}: ${roleLabels[role]}`);
  };
  return (
    <div className="w-44 max-w-full">
      <Select
        label={t('roleOfName', { name: member.name })}
        items={rolesFor(own)}
        value={setting.isPending ? setting.variables.role : member.role}
        onValue={(value) => {
          if (!setting.isPending) set(value).catch(onFault);
        }}
      />
    </div>
  );
}
