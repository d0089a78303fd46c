import { not } from 'drizzle-orm';
import type { Scope } from '../../domain/scopes.js';
import { apiKeysPerUserMax } from '../../domain/workspaces.js';
import { set, workspaceIdsField } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { lockUser } from '../shared/rights/user-lock.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { requireKeySlot } from './key-slot.js';
import { isOfApp } from './of-app.js';
import { storeApiKey } from './store-key.js';
import { readKey } from './list.js';
import type { ApiKeyView } from './types.js';

export interface CreateApiKeyInput {
  /** The workspace in which the key is managed. */
  workspaceId: string;
  name: string;
  /** `full`: every workspace of the caller, including future ones. Otherwise the listed workspaces. */
  reach: 'full' | { workspaceIds: readonly string[] };
  /** The only scopes that the key has. Null: all that the caller may do. */
  scopes: readonly Scope[] | null;
  /** For how many days the key works. Null: until it is revoked. */
  days: number | null;
}

const keyLimit = {
  max: apiKeysPerUserMax,
  code: 'too_many_keys',
  message: `A user can have at most ${apiKeysPerUserMax} API keys. Revoke one first.`,
};

/**
 * Creates a key that acts as the caller. Only this response contains the plaintext. The caller must belong to every
 * listed workspace, because a key never reaches more than its user.
 */
export async function createApiKey(
  ctx: RequestContext,
  { workspaceId, name, reach, scopes, days }: CreateApiKeyInput,
): Promise<{ apiKey: ApiKeyView; plaintext: string }> {
  const { userId } = requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageKeys');
  if (reach !== 'full') for (const id of reach.workspaceIds) authorizeWorkspace(ctx.reach, id, 'read');
  return ctx.db.transaction(async (tx) => {
    // A key created during the deletion of its workspace could never be revoked.
    await lockWorkspace(tx, workspaceId);
    await holdRights(tx, ctx, workspaceId, 'manageKeys');
    await lockUser(tx, userId);
    await requireKeySlot(tx, { userId, kind: not(isOfApp) }, keyLimit);
    const given = { userId, workspaceId, name, reach, scopes, days };
    const created = await storeApiKey({ ...ctx, db: tx }, given);
    const apiKey = await readKey(tx, { workspaceId, keyId: created.id });
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'api_key.created',
      subject: { id: apiKey.id, name },
      changes: [
        set('mode', apiKey.mode),
        ...(apiKey.workspaceIds === null ? [] : [set(workspaceIdsField, apiKey.workspaceIds.join(' '))]),
        ...(scopes === null ? [] : [set('scopes', scopes.join(' '))]),
        ...(apiKey.expiresAt === null ? [] : [set('expiresAt', apiKey.expiresAt.toISOString())]),
      ],
    });
    return { apiKey, plaintext: created.plaintext };
  });
}
