import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { notFound, type ErrorCode } from '../../domain/errors.js';
import { errorCodes, errorEntries, errorExamples, statusByCode } from './codes.js';
import type { RetryRule } from './codes/entry.js';
import type { ApiEnv } from '../types.js';

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const retryRules: Readonly<Record<RetryRule, string>> = {
  never: 'Do not repeat the request as it is; it would fail again.',
  'after-remedy': 'Do not repeat the request before that is done.',
  immediately: 'Repeat it once or twice at once, then back off as for 500.',
  'after-delay': 'Repeat it after the time that the answer states: Retry-After (seconds) or retryAfterMs.',
  backoff: 'Repeat it after 1 second, then double the wait each time up to 30 seconds, at most 5 attempts.',
};

/** Where a code is explained; relative to the service's own address, so that it holds behind any host name. */
export function docUrlOf(code: ErrorCode): string {
  return `/docs/errors/${code}`;
}

/** A page for each error code, and one that lists them. */
export function registerErrorPages(app: OpenAPIHono<ApiEnv>): void {
  const headers = { 'Content-Security-Policy': pagePolicy };
  app.get('/docs/errors', (c) => c.html(frame('Error codes', index()), 200, headers));
  app.get('/docs/errors/:code', (c) => {
    const code = errorCodes.find((known) => known === c.req.param('code'));
    if (code === undefined) throw notFound();
    return c.html(frame(code, entry(code)), 200, headers);
  });
}

function index() {
  const rows = errorCodes.map(
    (code) =>
      html`<tr>
        <td><a href="${docUrlOf(code)}">${code}</a></td>
        <td>${statusByCode[code]}</td>
        <td>${errorEntries[code].meaning}</td>
      </tr>`,
  );
  return html`<h1>Error codes</h1>
    <p>The code and the status of an error are stable; the message is for people and may change.</p>
    <table>
      ${rows}
    </table>`;
}

function entry(code: ErrorCode) {
  const { meaning, remedy, retry } = errorEntries[code];
  return html`<h1>${code}</h1>
    <p>HTTP ${statusByCode[code]}. ${meaning}</p>
    <p>${remedy}</p>
    <p>${retryRules[retry]}</p>
    <pre>${JSON.stringify(exampleOf(code), null, 2)}</pre>
    <p><a href="/docs/errors">All error codes</a></p>`;
}

function exampleOf(code: ErrorCode): object {
  const { message, extras } = errorExamples[code];
  const requestId = 'req_tz4a98xxat96iws9zmbrgj3a';
  return { statusCode: statusByCode[code], code, message, requestId, docUrl: docUrlOf(code), ...extras };
}

function frame(title: string, body: ReturnType<typeof html>) {
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

/** The same as Markdown, committed as docs/errors.md. */
export function errorCodesMarkdown(): string {
  const sections = errorCodes.map((code) => {
    const { meaning, remedy, retry } = errorEntries[code];
    return [
      `## ${code}`,
      `HTTP ${statusByCode[code]}. ${meaning}`,
      `${remedy} ${retryRules[retry]}`,
      `\`\`\`json\n${JSON.stringify(exampleOf(code), null, 2)}\n\`\`\``,
    ].join('\n\n');
  });
  const head =
    'Every failure has one envelope: `statusCode`, `code`, `message`, `requestId`, `docUrl` and what the code adds. `code` and `statusCode` are stable; never compare the message. A running installation shows the same at `/docs/errors`.';
  return `# Error codes\n\n${head}\n\n${sections.join('\n\n')}\n`;
}
