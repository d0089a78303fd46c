import type { SimulatedAccount, SimulatedAccounts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { didOf } from './ids.js';

/** The simulated accounts. A development stack starts with the first one. */
export const blueskyAccounts: SimulatedAccounts = [
  {
    externalAccountId: 'did:plc:punctualsandboxaccount22',
    handle: 'sandbox.bsky.test',
    displayName: 'Sandbox on Bluesky',
  },
  {
    externalAccountId: 'did:plc:acmenewssandboxaccount22',
    handle: 'acme.bsky.test',
    displayName: 'Acme News',
  },
  {
    externalAccountId: 'did:plc:acmeshopsandboxaccount22',
    handle: 'shop.bsky.test',
    displayName: 'Acme Shop',
  },
];

/** The app password of every simulated account. Not a secret, because it works only in the sandbox. */
export const sandboxAppPassword = 'sandbox-app-password';

/** The DID of a handle. Every handle has an account here; the DID of an unlisted handle is derived from it. */
export function accountDid(identifier: string): string {
  const known = blueskyAccounts.find(({ handle }) => handle === identifier.toLowerCase());
  return known?.externalAccountId ?? didOf(identifier);
}

/**
 * Returns the accounts whose handle, or one word of whose name, begins with the text. An empty text finds no account.
 */
export function searchAccounts(text: string): SimulatedAccount[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return blueskyAccounts.filter(({ handle, displayName }) =>
    [handle, ...displayName.toLowerCase().split(' '), displayName.toLowerCase()].some((word) =>
      word.startsWith(wanted),
    ),
  );
}

/** Stores the handle with which an unlisted account has logged in. */
export function rememberHandle(store: SandboxStore, did: string, identifier: string): void {
  const isListed = blueskyAccounts.some(({ externalAccountId }) => externalAccountId === did);
  if (!isListed && !identifier.startsWith('did:')) store.setObject(handleKey(did), { handle: identifier });
}

const handleKey = (did: string): string => `BLUESKY handle ${did}`;

/** The account to show. The handle of an unlisted account is known only if the account has logged in with it. */
export function shownAccount(store: SandboxStore, did: string): SimulatedAccount {
  const known = blueskyAccounts.find(({ externalAccountId }) => externalAccountId === did);
  if (known !== undefined) return known;
  const handle = store.object(handleKey(did))?.['handle'];
  const name = typeof handle === 'string' ? handle : 'handle.invalid';
  return { externalAccountId: did, handle: name, displayName: name };
}

export const handleOf = (store: SandboxStore, did: string): string => shownAccount(store, did).handle;

/** The directory's entry about an account: its handle and its server. */
export function didDocument(store: SandboxStore, did: string, baseUrl: string): object {
  return {
    id: did,
    alsoKnownAs: [`at://${handleOf(store, did)}`],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: baseUrl }],
  };
}

/** An avatar: a circle with the first letter of a name. */
export function avatarSvg(name: string): string {
  const letter = /[a-z0-9]/i.exec(name)?.[0].toUpperCase() ?? '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#0a66d6"/>' +
    `<text x="32" y="43" text-anchor="middle" font-family="sans-serif" font-size="32" fill="#fff">${letter}</text></svg>`
  );
}
