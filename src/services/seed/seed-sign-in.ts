import { eq } from 'drizzle-orm';
import { oneTimeSignIns } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { createOneTimeSignIn, ensureUser } from '../sessions/one-time-sign-in.js';
import { ownerEmail } from './seed-development.js';

/** Creates a one-time sign-in for the owner of the development workspace, and deletes those of earlier starts. */
export async function seedSignIn(deps: ServiceDeps): Promise<{ email: string; token: string }> {
  const { userId } = await ensureUser(deps, { email: ownerEmail, name: 'Sandbox owner' });
  await deps.db.delete(oneTimeSignIns).where(eq(oneTimeSignIns.userId, userId));
  const { token } = await createOneTimeSignIn(deps, userId);
  return { email: ownerEmail, token };
}
