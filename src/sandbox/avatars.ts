import type { Hono } from 'hono';
import type { SandboxEnv } from './publishing.js';
import type { SimulatedAccount } from './simulator.js';

const headers = { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" };

/** The URL of an account's avatar. */
export function avatarUrl(baseUrl: string, accountId: string): string {
  return `${baseUrl}/avatars/${encodeURIComponent(accountId)}.svg`;
}

/** Serves avatars for any account: the first letter of its name on the platform's color. */
export function addAvatars(
  app: Hono<SandboxEnv>,
  accounts: readonly SimulatedAccount[],
  color: string,
): void {
  app.get('/avatars/:file', (c) => {
    const id = c.req.param('file').replace(/\.svg$/, '');
    const known = accounts.find(({ externalAccountId }) => externalAccountId === id);
    const letter = /[\p{L}\p{N}]/u.exec(known?.displayName ?? id)?.[0] ?? '';
    const picture = [
      '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">',
      `<rect width="96" height="96" fill="${color}"/>`,
      '<text x="48" y="64" font-family="sans-serif" font-size="48" text-anchor="middle" fill="#fff">',
      `${letter}</text></svg>`,
    ];
    return c.body(picture.join(''), 200, headers);
  });
}
