import type { JsonObject } from '../../domain/json.js';
import type { PlatformSession } from '../../platforms/kit/session.js';
import type { ServiceDeps } from '../shared/context.js';
import type { SocialAccountRow } from './view.js';

/** What calls of an account's platform need, its opened credentials among it: keep it in memory. */
export function openSession(deps: ServiceDeps, account: SocialAccountRow, sealed: string): PlatformSession {
  const place = { table: 'social_accounts', column: 'credentials', rowId: account.id };
  const baseUrl = account.serviceUrl ?? deps.publishing.platformBaseUrl(account.platform, account.sandbox);
  return {
    externalAccountId: account.externalAccountId,
    handle: account.handle,
    baseUrl,
    ...(account.sandbox ? { sandboxUrl: baseUrl } : {}),
    credentials: JSON.parse(deps.vault.open(sealed, place)) as JsonObject,
  };
}
