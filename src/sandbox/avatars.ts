import type { Hono } from 'hono';
import type { SandboxEnv } from './publishing.js';

/** Below a platform's address: the picture of an account. */
export const avatarPath = (accountId: string): string => `/avatars/${accountId}.svg`;

/** Pictures of the simulated accounts, each of a colour of its own. */
export function addAvatars(app: Hono<SandboxEnv>): void {
  app.get('/avatars/:name{\\d{1,30}\\.svg}', (c) => {
    const digits = c.req.param('name').replace('.svg', '');
    const hue = [...digits].reduce((sum, digit) => (sum * 7 + Number(digit)) % 360, 0);
    const circle = `<circle cx="48" cy="48" r="48" fill="hsl(${hue} 60% 45%)"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">${circle}</svg>`;
    return c.body(svg, 200, {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
}
