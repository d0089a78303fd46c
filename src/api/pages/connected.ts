import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { textColorOn, type Brand } from '../../domain/brand.js';
import { baseStyle } from '../docs/style.js';

/** A page about connecting an account, as one workspace wants it to look. */
export interface ConnectLook {
  /** Null: ours. */
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
  // The border shows the button where its color is that of the page.
  const button =
    color === null
      ? ''
      : `button { background: ${color}; border-color: var(--edge); color: ${textColorOn(color)} }\n`;
  return `${baseStyle}${headStyle}${button}`;
};

/** No scripts or frames; only the page's own styles, and images from us if there is a logo; forms may post to `formAction`. */
const policyWith = (look: ConnectLook, formAction: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styleOf(look)).digest('base64')}'`,
    ...(look.logoUrl === null ? [] : ["img-src 'self'"]),
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers for a URL that contains a code: it is not passed on as a referrer, cached or indexed. */
export const callbackHeaders = (look: ConnectLook = ownLook): Record<string, string> => ({
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policyWith(look, "'none'"),
  'X-Robots-Tag': 'noindex',
});

/**
 * Headers of the page whose button leads to a platform. Browsers check the redirects after a form against the page's
 * policy, including those that the platform adds, and of those we know only the scheme. Without any referrer, browsers
 * would not send our origin with the form.
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

/** A page that says how connecting an account went. Words from a platform, a link or a brand are shown as text, never as HTML. */
export function connectedPage({ title, words, button }: ConnectWords, look: ConnectLook) {
  const form = button === undefined ? '' : html`<form method="post"><button>${button}</button></form>`;
  // In one piece, because browsers hash everything between the tags.
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
