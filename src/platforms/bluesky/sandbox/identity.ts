import type { SandboxStore } from '../../../sandbox/store.js';
import { handleOf } from './accounts.js';

/** The directory's entry about an account: its handle and its server. */
export function didDocument(store: SandboxStore, did: string, baseUrl: string): object {
  return {
    id: did,
    alsoKnownAs: [`at://${handleOf(store, did)}`],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: baseUrl }],
  };
}

/** A circle with the first letter of a name. */
export function avatarSvg(name: string): string {
  const letter = /[a-z0-9]/i.exec(name)?.[0].toUpperCase() ?? '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#0a66d6"/>' +
    `<text x="32" y="43" text-anchor="middle" font-family="sans-serif" font-size="32" fill="#fff">${letter}</text></svg>`
  );
}
