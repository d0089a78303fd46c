import { UserRound } from 'lucide-react';
import { hasPermission } from '../../../../../src/domain/roles.js';
import { useMembers } from '../../api/people.js';
import { useSession } from '../../api/session.js';
import { announce } from '../../lib/announce.js';
import { useAlone } from '../../lib/use-alone.js';
import { t } from '../../messages/inbox.js';
import { Avatar } from '../../ui/avatar.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Picker, type PickerItem } from '../../ui/picker.js';
import type { Comment } from './api.js';
import { useAssign } from './teamwork-api.js';

/** The value for no member. It is not the id of a user. */
const none = 'none';

/** Says which member a conversation is assigned to. */
export const assignedToText = (to: { userId: string; name: string }, me: string): string =>
  to.userId === me ? t('assignedToYou') : t('assignedToName', { name: to.name });

/** Shows which member takes care of the conversation, and lets those who may reply change that. */
export function Assignment({ comment, mayWrite }: { comment: Comment; mayWrite: boolean }) {
  const { assignedTo } = comment;
  const me = useSession().user.id;
  const members = useMembers().data ?? [];
  const assigning = useAssign();
  const alone = useAlone();
  const assign = async (value: string): Promise<void> => {
    const answer = await assigning.mutateAsync({
      commentId: comment.id,
      userId: value === none ? null : value,
    });
    const to = answer.assignedTo;
    announce(to === null ? t('assignedToNoOne') : assignedToText(to, me));
  };
  const others = members
    .filter(({ userId, role }) => userId !== me && hasPermission(role, 'writePosts'))
    .map(({ userId, name }) => ({
      value: userId,
      label: name,
      icon: <Avatar name={name} size="small" />,
    }));
  const self = { value: me, label: t('assignToMe'), icon: <UserRound aria-hidden className="size-5" /> };
  const items: PickerItem[] = [
    ...(assignedTo?.userId === me ? [] : [self]),
    ...(assignedTo === null ? [] : [{ value: none, label: t('unassign') }]),
    ...others.filter(({ value }) => value !== assignedTo?.userId),
  ];
  const now =
    assignedTo === null ? (
      t('unassigned')
    ) : (
      <>
        <Avatar name={assignedTo.name} size="small" />
        <span className="min-w-0 truncate">{assignedToText(assignedTo, me)}</span>
      </>
    );
  if (!mayWrite) return <p className="flex items-center gap-2 text-muted">{now}</p>;
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <Picker
        trigger={assignedTo === null ? t('assign') : now}
        searchLabel={t('findAMember')}
        items={items}
        empty={t('thereAreNoOtherMembers')}
        onPick={(value) => alone(() => assign(value))}
      />
      <ErrorNote error={assigning.error} />
    </div>
  );
}
