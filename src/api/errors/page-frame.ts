import { html } from 'hono/html';

export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

/** A page without scripts, for texts. */
export function pageFrame(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Punctual API</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 60rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          td {
            padding: 0.2rem 1rem 0.2rem 0;
            vertical-align: top;
          }
          pre {
            background: #8881;
            padding: 1rem;
            overflow-x: auto;
          }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}
