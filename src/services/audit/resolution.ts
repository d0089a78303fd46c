import type { Tx } from '../../db/client.js';
import type { PostRow } from '../post-records/records.js';
import { set } from './changes.js';
import { recordAudit, type AuditCaller } from './record.js';

/** A user's statement about an unconfirmed target or reply, with the data that identifies the publication. */
export interface Resolution {
  targetId: string;
  isPublished: boolean;
  externalPostId?: string | null;
  externalUrl?: string | null;
}

/** Records a user's statement about an unconfirmed target or reply. */
export function recordResolution(
  tx: Tx,
  caller: AuditCaller,
  { id, workspaceId, replyCommentId }: Pick<PostRow, 'id' | 'workspaceId' | 'replyCommentId'>,
  { targetId, isPublished, externalPostId = null, externalUrl = null }: Resolution,
): Promise<void> {
  const said = [
    set('published', isPublished),
    ...(externalUrl === null ? [] : [set('externalUrl', externalUrl)]),
    ...(externalPostId === null ? [] : [set('externalPostId', externalPostId)]),
  ];
  return recordAudit(
    tx,
    caller,
    replyCommentId === null
      ? {
          workspaceId,
          action: 'post.resolved',
          subject: { id, name: null },
          changes: [set('targetId', targetId), ...said],
        }
      : {
          workspaceId,
          action: 'reply.resolved',
          subject: { id: replyCommentId, name: null },
          changes: said,
        },
  );
}
