import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

const style = `body { font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; margin: 15vh auto; max-width: 32rem; padding: 0 1rem }
p { overflow-wrap: anywhere }`;

/** No script, no picture, no frame, no form; of styles, the page's own. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What comes with an address that has a code in it: nobody is told of it, and nobody keeps it. */
export const callbackHeaders = {
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy,
  'X-Robots-Tag': 'noindex',
};

/** Says how it went. Whatever a platform, or whoever wrote the link, has said is text on it. */
export function connectedPage(title: string, words: readonly string[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} – Punctual</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${words.map((line) => html`<p>${line}</p>`)}
        </main>
      </body>
    </html>`;
}
