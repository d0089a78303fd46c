import type { Tx } from '../../db/client.js';
import { set } from './changes.js';
import { recordAudit, type AuditCaller } from './record.js';

/** A user's statement about an unconfirmed target or reply, with the data that identifies the publication. */
export interface Resolution {
  isPublished: boolean;
  externalPostId?: string | null;
  externalUrl?: string | null;
}

/** Records a user's statement about an unconfirmed target or reply. */
export function recordResolution(
  tx: Tx,
  caller: AuditCaller,
  of:
    | { post: { id: string; workspaceId: string }; targetId: string }
    | { commentId: string; workspaceId: string },
  { isPublished, externalPostId = null, externalUrl = null }: Resolution,
): Promise<void> {
  const said = [
    set('published', isPublished),
    ...(externalUrl === null ? [] : [set('externalUrl', externalUrl)]),
    ...(externalPostId === null ? [] : [set('externalPostId', externalPostId)]),
  ];
  return recordAudit(
    tx,
    caller,
    'post' in of
      ? {
          workspaceId: of.post.workspaceId,
          action: 'post.resolved',
          subject: { id: of.post.id, name: null },
          changes: [set('targetId', of.targetId), ...said],
        }
      : {
          workspaceId: of.workspaceId,
          action: 'reply.resolved',
          subject: { id: of.commentId, name: null },
          changes: said,
        },
  );
}
