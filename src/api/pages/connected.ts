import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { baseStyle } from '../docs/style.js';

/** In one piece, because browsers hash everything between the tags. */
const styleElement = raw(`<style>${baseStyle}</style>`);

/** No scripts, images or frames; only the page's own styles; forms may post to `formAction`. */
const policyWith = (formAction: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(baseStyle).digest('base64')}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers for a URL that contains a code: it is not passed on as a referrer, cached or indexed. */
export const callbackHeaders = {
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policyWith("'none'"),
  'X-Robots-Tag': 'noindex',
};

/**
 * Headers of the page whose button leads to a platform. Browsers check the redirects after a form against the page's
 * policy, including those that the platform adds, and of those we know only the scheme. Without any referrer, browsers
 * would not send our origin with the form.
 */
export const beginHeaders = (platformOrigin: string): Record<string, string> => ({
  ...callbackHeaders,
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': policyWith(`'self' https: ${platformOrigin}`),
});

/** A page that says how connecting an account went. Words from a platform or a link are shown as text, never as HTML. */
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
        <main class="card">
          <h1>${title}</h1>
          ${words.map((line) => html`<p>${line}</p>`)} ${form}
        </main>
      </body>
    </html>`;
}
