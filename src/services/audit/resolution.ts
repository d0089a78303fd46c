import type { Tx } from '../../db/client.js';
import type { PostRow } from '../post-records/records.js';
import { set } from './changes.js';
import { recordAudit, type AuditCaller } from './record.js';

/** Records a user's statement about an unconfirmed target or reply. */
export function recordResolution(
  tx: Tx,
  caller: AuditCaller,
  { id, workspaceId, replyCommentId }: Pick<PostRow, 'id' | 'workspaceId' | 'replyCommentId'>,
  { targetId, isPublished }: { targetId: string; isPublished: boolean },
): Promise<void> {
  const published = set('published', isPublished);
  return recordAudit(
    tx,
    caller,
    replyCommentId === null
      ? {
          workspaceId,
          action: 'post.resolved',
          subject: { id, name: null },
          changes: [set('targetId', targetId), published],
        }
      : {
          workspaceId,
          action: 'reply.resolved',
          subject: { id: replyCommentId, name: null },
          changes: [published],
        },
  );
}
