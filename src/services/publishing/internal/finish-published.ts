import { and, eq, isNull } from 'drizzle-orm';
import { publications } from '../../../db/schema/index.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { Publication } from '../../../platforms/kit/platform.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { loadPublicationMedia } from './publication-media.js';
import type { LoadedPublication } from './publication.js';

/**
 * Completes a post that was recorded as public: reads its URL and adds extras such as a thumbnail. A failure here does
 * not fail the target; it is recorded in the timeline.
 */
export async function finishPublished(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
  published: Published,
): Promise<void> {
  await addPermalink(deps, loaded, published);
  await addExtras(deps, input, loaded, published);
}

/** Asks for the URL of a post or a part and stores it, if the publishing call returned none. On failure it stays null. */
async function addPermalink(
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

async function addExtras(
  deps: ServiceDeps,
  { postId, targetId, step }: StepInput,
  loaded: LoadedPublication,
  published: Published,
): Promise<void> {
  const { platform, session, row } = loaded;
  if (row.targetId !== null || platform.addExtras === undefined) return;
  try {
    const publication = await withMedia(deps, loaded);
    const failed = await platform.addExtras(session, publication, published);
    for (const { extra, message } of failed) {
      deps.log.warn({ targetId, extra, reason: message }, 'a public post lacks something that was asked for');
    }
    if (failed.length === 0) return;
    const entries = failed.map(({ extra }) => ({
      kind: 'EXTRA_FAILED' as const,
      targetId,
      detail: { step, extra },
    }));
    await deps.db.transaction((tx) => recordEvents(tx, deps, postId, publisher, entries));
  } catch (error) {
    deps.log.warn({ err: error, targetId }, 'what a public post was to have could not be added');
  }
}

/** A look-up loads no media, but an extra may need some, so they are loaded here. */
async function withMedia(
  deps: ServiceDeps,
  { publication, carrier, hasMedia }: LoadedPublication,
): Promise<Publication> {
  if (!hasMedia || publication.media.length > 0) return publication;
  const files = await loadPublicationMedia(deps, carrier);
  return 'unavailable' in files ? publication : { ...publication, ...files };
}
