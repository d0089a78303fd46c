import type { StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { Publication } from '../../../platforms/kit/platform.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { addPermalink } from './permalink.js';
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
