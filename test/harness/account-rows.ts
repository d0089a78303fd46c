import type { socialAccounts } from '../../src/db/schema/index.js';
import type { JsonObject } from '../../src/domain/json.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';

/** The row of a connected account that works. Inserting rows is much quicker than connecting each account. */
export function accountRow(
  { newId, vault, clock }: Pick<ServiceDeps, 'newId' | 'vault' | 'clock'>,
  given: { workspaceId: string; platform: PlatformName; sandbox: boolean; credentials: JsonObject },
): typeof socialAccounts.$inferInsert {
  const { credentials, ...columns } = given;
  const id = newId('socialAccount');
  const now = clock.now();
  return {
    ...columns,
    id,
    externalAccountId: `ext-${id}`,
    handle: 'tester',
    status: 'ACTIVE',
    credentials: vault.seal(JSON.stringify(credentials), {
      table: 'social_accounts',
      column: 'credentials',
      rowId: id,
    }),
    credentialsVersion: 1,
    createdAt: now,
    updatedAt: now,
  };
}
