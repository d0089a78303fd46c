import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

const style = `body { font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; margin: 15vh auto; max-width: 32rem; padding: 0 1rem }
p { overflow-wrap: anywhere }
button { font: inherit; padding: .5rem 1rem }`;

/** In one piece: browsers hash all that stands between the tags. */
const styleElement = raw(`<style>${style}</style>`);

/** No script, no picture, no frame; of styles, the page's own; forms as it is said. */
const policyWith = (formAction: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** What comes with an address that has a code in it: nobody is told of it, and nobody keeps it. */
export const callbackHeaders = {
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policyWith("'none'"),
  'X-Robots-Tag': 'noindex',
};

/**
 * Of the page whose button leads to a platform. Browsers hold the redirect behind a form against its policy, and each
 * one that the platform adds: of those we know the scheme alone. Without a referrer at all they would not name our
 * origin in the form's request.
 */
export const beginHeaders = (platformOrigin: string): Record<string, string> => ({
  ...callbackHeaders,
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': policyWith(`'self' https: ${platformOrigin}`),
});

/** Says how it went. Whatever a platform, or whoever wrote the link, has said is text on it. */
export function connectedPage(title: string, words: readonly string[], button?: string) {
  const form = button === undefined ? '' : html`<form method="post"><button>${button}</button></form>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Punctual</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${words.map((line) => html`<p>${line}</p>`)} ${form}
        </main>
      </body>
    </html>`;
}
