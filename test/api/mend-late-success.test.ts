import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { targets } from '../../src/db/schema/index.js';
import type { Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { statusesOf, targetsOf, untilBlocked, usePartlyPublic } from './mend-support.js';

const api = useTestApi();
const mend = usePartlyPublic(api);

/**
 * A change of the post whose writing meets a success that is recorded just before: the change has read the target as it
 * was, and waits for its row.
 */
async function overtaken(index: 1 | 2, change: () => Promise<Answer>): Promise<Answer> {
  const targetId = await mend.targetIdAt(index);
  const found = { status: 'PUBLISHED', externalPostId: 'late', errorCode: null, errorMessage: null } as const;
  const answer = await api.deps.db.transaction(async (tx) => {
    await tx.update(targets).set(found).where(eq(targets.id, targetId));
    const changing = change();
    await untilBlocked(api);
    return { changing };
  });
  return answer.changing;
}

describe('a success that is found while the failed targets are retried', () => {
  it('stays, and the run that is staged is for the others', async () => {
    const retried = await overtaken(1, () => mend.retry());
    expect(statusesOf(retried)).toEqual(['PUBLISHED', 'PUBLISHED', 'SCHEDULED']);
    expect(targetsOf(retried)[1]?.externalPostId).toBe('late');
  });

  it('stays where the retry is held for an approval', async () => {
    await mend.requireApproval();
    await mend.edit(mend.mended('Short', 2));
    const held = await overtaken(1, () => mend.retry());
    expect(held.body).toMatchObject({ status: 'NEEDS_APPROVAL' });
    expect(statusesOf(held)).toEqual(['PUBLISHED', 'PUBLISHED', 'DRAFT']);
  });
});
