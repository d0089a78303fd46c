import type { JsonObject } from '../../domain/json.js';
import type { PlatformSession } from '../../platforms/kit/session.js';
import type { ServiceDeps } from '../shared/context.js';
import type { SocialAccountRow } from './view.js';

/** The data that calls for an account need, including its decrypted credentials. It must stay in memory. */
export function openSession(
  deps: Pick<ServiceDeps, 'publishing' | 'vault'>,
  account: SocialAccountRow,
  sealed: string,
): PlatformSession {
  const place = { table: 'social_accounts', column: 'credentials', rowId: account.id } as const;
  return platformSession(deps, account, JSON.parse(deps.vault.open(sealed, place)) as JsonObject);
}

/** Like `openSession`, with credentials that are already decrypted, such as those of a candidate. */
export function platformSession(
  { publishing }: Pick<ServiceDeps, 'publishing'>,
  account: Pick<SocialAccountRow, 'platform' | 'sandbox' | 'serviceUrl' | 'externalAccountId' | 'handle'>,
  credentials: JsonObject,
): PlatformSession {
  const baseUrl = account.serviceUrl ?? publishing.platformBaseUrl(account.platform, account.sandbox);
  return {
    externalAccountId: account.externalAccountId,
    handle: account.handle,
    baseUrl,
    ...(account.sandbox ? { sandboxUrl: baseUrl } : {}),
    credentials,
  };
}
