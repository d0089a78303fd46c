import { eq } from 'drizzle-orm';
import { publications } from '../../db/schema/index.js';
import { awaitOutcome } from '../shared/remote-calls/await-outcome.js';
import type { ServiceDeps } from '../shared/context.js';

/** Waits until the run of a reply or a first comment has ended, or until the response is due. */
export function awaitRun(deps: Pick<ServiceDeps, 'db' | 'publishing'>, publicationId: string): Promise<void> {
  const { id, runId } = publications;
  return awaitOutcome(deps, async () => {
    const [row] = await deps.db.select({ runId }).from(publications).where(eq(id, publicationId));
    return (row?.runId ?? null) === null;
  });
}
