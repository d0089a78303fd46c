import { avatarUrl } from '../../../sandbox/avatars.js';
import type { SimulatedAccounts } from '../../../sandbox/simulator.js';

/** The simulated accounts. A development stack starts with the first. */
export const businessAccounts: SimulatedAccounts = [
  {
    externalAccountId: '-000PunctualSandboxBusiness',
    handle: 'punctual.sandbox.studio',
    displayName: 'Sandbox Studio on TikTok',
  },
  { externalAccountId: '-000AcmeStudioBusiness', handle: 'acme.studio', displayName: 'Acme Studio' },
  { externalAccountId: '-000OldMillBusiness', handle: 'old.mill.bakery', displayName: 'Old Mill Bakery' },
];

/** GET /business/get/. Any account exists; unknown ones have their id as the name. */
export function profileOf(id: string, fields: readonly string[], baseUrl: string): object {
  const known = businessAccounts.find(({ externalAccountId }) => externalAccountId === id);
  const { handle: username, displayName } = known ?? { handle: id, displayName: id };
  const all: Record<string, unknown> = {
    username,
    display_name: displayName,
    profile_image: avatarUrl(baseUrl, id),
    is_business_account: true,
  };
  return Object.fromEntries(fields.map((name) => [name, all[name]]));
}
