import { clientLinks } from '../../src/db/schema/index.js';
import { clientLinkDaysMax, clientLinkMs } from '../../src/domain/client-links.js';
import { mintClientToken } from '../../src/services/client-links/token.js';
import { hashToken } from '../../src/services/shared/secrets/token.js';
import type { TestApi } from './api.js';
import type { Tenant } from './tenants.js';

/** Creates a link for a client of the tenant's workspace. Pass its token to `call` as `key`. */
export async function mintClientLink(
  { deps }: Pick<TestApi, 'deps'>,
  { workspaceId, userId }: Pick<Tenant, 'workspaceId' | 'userId'>,
  name = 'Acme',
): Promise<{ id: string; token: string }> {
  const [id, token, createdAt] = [deps.newId('clientLink'), mintClientToken(), deps.clock.now()];
  await deps.db.insert(clientLinks).values({
    id,
    workspaceId,
    name,
    tokenHash: hashToken(token),
    createdByUserId: userId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + clientLinkMs(clientLinkDaysMax)),
  });
  return { id, token };
}
