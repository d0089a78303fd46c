import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { textColorOn, type Brand } from '../../domain/brand.js';
import { baseStyle } from '../docs/style.js';

/** The look of a page about connecting an account, which a workspace can choose. */
export interface ConnectLook {
  /** The workspace's brand. Null: Punctual's own look. */
  brand: Brand | null;
  /** The URL where this visitor may read the brand's logo; null if the page shows none. */
  logoUrl: string | null;
}

export const ownLook: ConnectLook = { brand: null, logoUrl: null };

/** A logo has a white background in both themes, because most are drawn for one. */
const headStyle = `
.brand { align-items: center; display: flex; flex-wrap: wrap; font-weight: 600; gap: .75rem; margin: 0 0 1.5rem }
.brand img { background: #ffffff; border-radius: .4rem; height: 3rem; max-width: 100%; object-fit: contain; padding: .25rem }
`;

const styleOf = ({ brand }: ConnectLook): string => {
  if (brand === null) return baseStyle;
  const { color } = brand;
  // The border keeps the button visible if it has the same color as the page.
  const button =
    color === null
      ? ''
      : `button { background: ${color}; border-color: var(--edge); color: ${textColorOn(color)} }\n`;
  return `${baseStyle}${headStyle}${button}`;
};

/**
 * The Content-Security-Policy of a page: no scripts or frames, only the page's own styles, and our images if there is a
 * logo. Forms may be sent to `formAction`.
 */
const policyWith = (look: ConnectLook, formAction: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styleOf(look)).digest('base64')}'`,
    ...(look.logoUrl === null ? [] : ["img-src 'self'"]),
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers for a page whose URL contains a code, which must not be sent as a referrer, cached or indexed. */
export const callbackHeaders = (look: ConnectLook = ownLook): Record<string, string> => ({
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policyWith(look, "'none'"),
  'X-Robots-Tag': 'noindex',
});

/**
 * Headers of the page whose button redirects to a platform. Browsers check redirects after a form against the page's
 * policy, so it allows all https URLs, because the platform may redirect further. With `no-referrer`, browsers would
 * not send our origin with the form.
 */
export const beginHeaders = (look: ConnectLook, platformOrigin: string): Record<string, string> => ({
  ...callbackHeaders(look),
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': policyWith(look, `'self' https: ${platformOrigin}`),
});

interface ConnectWords {
  title: string;
  words: readonly string[];
  button?: string;
}

/** Renders a page about connecting an account. Words from a platform, a link or a brand are escaped. */
export function connectedPage({ title, words, button }: ConnectWords, look: ConnectLook) {
  const form = button === undefined ? '' : html`<form method="post"><button>${button}</button></form>`;
  // The element is made as a whole, because browsers hash everything between its tags.
  const styleElement = raw(`<style>${styleOf(look)}</style>`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${look.brand?.name ?? 'Punctual'}</title>
        ${styleElement}
      </head>
      <body>
        <main class="card">
          ${headOf(look)}
          <h1>${title}</h1>
          ${words.map((line) => html`<p>${line}</p>`)} ${form}
        </main>
      </body>
    </html>`;
}

function headOf({ brand, logoUrl }: ConnectLook) {
  if (brand === null) return '';
  const logo = logoUrl === null ? '' : html`<img src="${logoUrl}" alt="" />`;
  return html`<p class="brand">${logo} ${brand.name}</p>`;
}
