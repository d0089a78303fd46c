import { and, eq, isNull } from 'drizzle-orm';
import { targets } from '../../../db/schema/index.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { LoadedPublication } from './publication.js';

/** Asks for a post's URL and stores it, if the publishing call returned none. On failure the URL stays null. */
export async function addPermalink(
  deps: ServiceDeps,
  { targetId }: Pick<StepInput, 'targetId'>,
  { platform, session, row }: Pick<LoadedPublication, 'platform' | 'session' | 'row'>,
  published: Published,
): Promise<void> {
  if (row.targetId !== null || published.externalUrl !== null || platform.readPermalink === undefined) return;
  try {
    const externalUrl = await platform.readPermalink(session, published);
    if (externalUrl === null) return;
    await deps.db
      .update(targets)
      .set({ externalUrl, updatedAt: deps.clock.now() })
      .where(
        and(
          eq(targets.id, targetId),
          eq(targets.externalPostId, published.externalPostId),
          isNull(targets.externalUrl),
        ),
      );
  } catch (error) {
    deps.log.warn({ err: error, targetId }, 'the URL of a published post could not be read');
  }
}
