import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { postEvents, publications } from '../../../db/schema/index.js';
import type { TimelineKind } from '../../../domain/timeline.js';
import { publicationIdOf, type StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher } from '../../timeline/record.js';

/**
 * Records once, in the timeline, that the platform named a different publication than the user did. The target keeps
 * the one that the user named.
 */
export async function noteOther(
  q: Queryable,
  { clock }: ServiceDeps,
  input: Pick<StepInput, 'postId' | 'targetId' | 'step'>,
  { externalPostId }: Pick<Published, 'externalPostId'>,
): Promise<void> {
  const { postId, targetId } = input;
  const { id, targetId: follows, externalPostId: named } = publications;
  const kind = 'OTHER_FOUND' satisfies TimelineKind;
  const detail = JSON.stringify({ externalPostId });
  await q.execute(sql`
    insert into ${postEvents} (post_id, target_id, at, kind, actor_kind, actor_id, detail)
    select ${postId}, ${targetId}, ${clock.now().toISOString()}::timestamptz, ${kind},
      ${publisher.kind}, ${publisher.part}, ${detail}::jsonb
    from ${publications}
    where ${id} = ${publicationIdOf(input)} and ${follows} is null and ${named} <> ${externalPostId}
      and exists (select 1 from ${postEvents} answer where answer.post_id = ${postId}
        and answer.target_id = ${targetId} and answer.kind = ${'RESOLVED' satisfies TimelineKind}
        and answer.detail ->> 'isPublished' = 'true')
      and not exists (select 1 from ${postEvents} told where told.post_id = ${postId}
        and told.target_id = ${targetId} and told.kind = ${kind} and told.detail = ${detail}::jsonb)`);
}
