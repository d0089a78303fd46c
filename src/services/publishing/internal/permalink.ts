import { and, eq, isNull } from 'drizzle-orm';
import { publications } from '../../../db/schema/index.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { LoadedPublication } from './publication.js';

/** Asks for the URL of a post or a part and stores it, if the publishing call returned none. On failure it stays null. */
export async function addPermalink(
  deps: ServiceDeps,
  { platform, session, row }: Pick<LoadedPublication, 'platform' | 'session' | 'row'>,
  published: Published,
): Promise<void> {
  const isComment = row.step === 'FIRST_COMMENT';
  if (isComment || published.externalUrl !== null || platform.readPermalink === undefined) return;
  try {
    const externalUrl = await platform.readPermalink(session, published);
    if (externalUrl === null) return;
    await deps.db
      .update(publications)
      .set({ externalUrl, updatedAt: deps.clock.now() })
      .where(
        and(
          eq(publications.id, row.id),
          eq(publications.externalPostId, published.externalPostId),
          isNull(publications.externalUrl),
        ),
      );
  } catch (error) {
    deps.log.warn({ err: error, publicationId: row.id }, 'the URL of a published post could not be read');
  }
}
