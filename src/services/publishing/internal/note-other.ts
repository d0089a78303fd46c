import { sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { postEvents, publications } from '../../../db/schema/index.js';
import type { TimelineKind } from '../../../domain/timeline.js';
import { publicationIdOf, type StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../../shared/context.js';
import { isAbout, recordIf } from '../../timeline/record.js';

/**
 * Records once, in the timeline, that the platform named a different publication than the user did. The target keeps
 * the one that the user named.
 */
export async function noteOther(
  q: Queryable,
  deps: ServiceDeps,
  input: Pick<StepInput, 'postId' | 'targetId' | 'step'>,
  { externalPostId }: Pick<Published, 'externalPostId'>,
): Promise<void> {
  const { postId, targetId } = input;
  const { id, targetId: follows, externalPostId: named } = publications;
  const kind = 'OTHER_FOUND';
  const detail = { externalPostId };
  const told = (of: TimelineKind, what: SQL): SQL => sql`exists (select 1 from ${postEvents}
    where ${isAbout(postId)} and target_id = ${targetId} and kind = ${of} and ${what})`;
  const isOther = sql`exists (select 1 from ${publications}
      where ${id} = ${publicationIdOf(input)} and ${follows} is null and ${named} <> ${externalPostId})
    and ${told('RESOLVED', sql`detail ->> 'isPublished' = 'true'`)}
    and not ${told(kind, sql`detail = ${JSON.stringify(detail)}::jsonb`)}`;
  await recordIf(q, deps, postId, { kind, targetId, detail }, isOther);
}
