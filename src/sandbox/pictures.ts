import type { Hono } from 'hono';
import type { SandboxEnv } from './publishing.js';

const sizePx = 96;

/** Where the picture of a simulated account is, on its platform: its first letter. `baseUrl`: the simulator's. */
export function pictureUrl(baseUrl: string, displayName: string): string {
  const letter = /[a-z0-9]/i.exec(displayName)?.[0] ?? 'x';
  return `${baseUrl}/pictures/${letter.toUpperCase()}`;
}

export function addPictures(app: Hono<SandboxEnv>): void {
  app.get('/pictures/:letter{[A-Z0-9]}', (c) => {
    const half = sizePx / 2;
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}">` +
      `<rect width="100%" height="100%" fill="#5f6670"/><text x="${half}" y="${half}" fill="#fff" ` +
      `font-family="sans-serif" font-size="${half}" text-anchor="middle" dominant-baseline="central">` +
      `${c.req.param('letter')}</text></svg>`;
    return c.body(svg, 200, {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
}
