import { sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { comments, publishAttempts, targets } from '../../db/schema/index.js';
import { lookupSlackMs } from '../../domain/publish-ladders.js';
import type { JsonObject } from '../../domain/json.js';
import type { ServiceDeps } from '../shared/context.js';
import { recordSuccess } from './internal/record-success.js';

/** A comment of the account as a read of the platform returned it. */
export interface ShownAnswer {
  externalCommentId: string;
  parentExternalId: string | null;
  text: string;
  postedAt: Date;
  externalUrl: string | null;
  reference: JsonObject | null;
}

/** A reply of ours whose outcome is unknown, or that is public only according to a user. */
interface OpenReply {
  publicationId: string;
  attemptId: string;
  workflowId: string;
  accountIdentity: string;
  parent: string;
  sentText: string;
  begunAt: string;
}

/**
 * Recognizes replies whose response was lost, and records them as late successes. The comment must be the only one with
 * the reply's parent and text that was written since the call began and belongs to no other publication. If two match,
 * neither is used.
 */
export async function recogniseReplies(
  deps: ServiceDeps,
  socialAccountId: string,
  shown: readonly ShownAnswer[],
): Promise<void> {
  const parents = [...new Set(shown.flatMap(({ parentExternalId }) => parentExternalId ?? []))];
  const replies = parents.length === 0 ? [] : await readOpenReplies(deps, socialAccountId, parents);
  if (replies.length === 0) return;
  const free = await readFree(deps, socialAccountId, replies, shown);
  for (const reply of replies) {
    const candidates = free.filter((one) => couldBe(one, reply));
    const [only] = candidates;
    if (only === undefined || candidates.length > 1) continue;
    if (replies.filter((other) => couldBe(only, other)).length > 1) continue;
    const { publicationId: id, workflowId, attemptId } = reply;
    const { externalCommentId: externalPostId, externalUrl, reference } = only;
    await recordSuccess(
      deps,
      { postId: id, targetId: id, workflowId, step: 'POST' },
      { attemptId },
      { externalPostId, externalUrl, reference },
    );
  }
}

/**
 * Reads the open replies under these parents. A reply whose call is under way is left out, because its response will
 * follow.
 */
function readOpenReplies(
  { db }: Pick<ServiceDeps, 'db'>,
  socialAccountId: string,
  parents: readonly string[],
): Promise<OpenReply[]> {
  return db.execute<OpenReply & Record<string, unknown>>(sql`
    select t.id as "publicationId", a.id as "attemptId", a.workflow_id as "workflowId",
      a.account_identity as "accountIdentity", c.parent_external_id as parent, a.sent_text as "sentText",
      (select min(b.started_at) from ${publishAttempts} b
        where b.publication_id = t.id) as "begunAt"
    from ${comments} c
    join ${targets} t on t.id = c.reply_publication_id
    join ${publishAttempts} a on a.publication_id = t.id
      and a.number = (select max(b.number) from ${publishAttempts} b where b.publication_id = t.id)
    where c.social_account_id = ${socialAccountId}
      and ${anyOf(sql`c.parent_external_id`, parents)} and c.mine
      and c.external_comment_id is null and c.reply_publication_id is not null
      and (t.status in ('SCHEDULED', 'PUBLISHING') or t.status = 'FAILED' and t.error_code = 'PUBLISH_UNCONFIRMED'
        or t.status = 'PUBLISHED' and t.external_post_id is null)
      and (a.outcome in ('AMBIGUOUS', 'UNCONFIRMED') or a.outcome = 'PUBLISHED' and a.external_id is null
        or a.outcome is null and t.status = 'FAILED')`);
}

/** The comments that this read or an earlier one returned and that belong to no known publication of ours. */
async function readFree(
  { db }: Pick<ServiceDeps, 'db'>,
  socialAccountId: string,
  replies: readonly OpenReply[],
  shown: readonly ShownAnswer[],
): Promise<ShownAnswer[]> {
  const parents = [...new Set(replies.map(({ parent }) => parent))];
  const identities = [...new Set(replies.map(({ accountIdentity }) => accountIdentity))];
  const stored = await db
    .select({
      externalCommentId: sql<string>`${comments.externalCommentId}`,
      parentExternalId: comments.parentExternalId,
      text: comments.text,
      postedAt: comments.postedAt,
      externalUrl: comments.externalUrl,
      reference: comments.reference,
    })
    .from(comments)
    .where(
      sql`${comments.socialAccountId} = ${socialAccountId} and ${comments.mine}
        and ${anyOf(comments.parentExternalId, parents)}
        and ${comments.externalCommentId} is not null and ${comments.deletedAt} is null`,
    );
  const byId = new Map([...stored, ...shown].map((one) => [one.externalCommentId, one]));
  const ids = [...byId.keys()];
  const taken = await db.execute<{ id: string }>(sql`
    select external_comment_id as id from ${comments}
    where social_account_id = ${socialAccountId} and reply_publication_id is not null
      and ${anyOf(sql`external_comment_id`, ids)}
    union all
    select external_id from ${publishAttempts}
    where ${anyOf(sql`account_identity`, identities)} and ${anyOf(sql`external_id`, ids)}`);
  for (const { id } of taken) byId.delete(id);
  return [...byId.values()];
}

function couldBe(one: ShownAnswer, { parent, sentText, begunAt }: OpenReply): boolean {
  if (one.parentExternalId !== parent) return false;
  if (one.postedAt.getTime() < new Date(begunAt).getTime() - lookupSlackMs) return false;
  const ours = folded(sentText);
  // Some platforms put the name of the addressed person before the text.
  return [one.text, one.text.replace(/^(@\S+\s+)+/u, '')].some((text) => folded(text) === ours);
}

/** The text without differences in white space, which platforms trim and collapse in different ways. */
const folded = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
