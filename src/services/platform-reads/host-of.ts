import { platformSession } from '../account-grants/platform-session.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import type { ServiceDeps } from '../shared/context.js';

/** The server of an account. Decentralized platforms have many servers, and anyone may run one. */
export const hostOf = (deps: ServiceDeps, account: SocialAccountRow): string =>
  `${account.platform} ${platformSession(deps, account, {}).baseUrl}`;
