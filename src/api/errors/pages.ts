import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { notFound, type ErrorCode } from '../../domain/errors.js';
import { docUrlOf, errorsUrl, targetErrorsUrl } from './doc-urls.js';
import { errorCodes, errorEntries, errorExamples, statusByCode } from './codes.js';
import type { RetryRule } from './codes/entry.js';
import { pageFrame, pageHeaders } from './page-frame.js';
import { targetCodeLink } from './target-pages.js';
import type { ApiEnv } from '../types.js';

const retryRules: Readonly<Record<RetryRule, string>> = {
  never: 'Do not repeat the request as it is; it would fail again.',
  'after-remedy': 'Do not repeat the request before that is done.',
  immediately: 'Repeat it once or twice at once, then back off as for 500.',
  'after-delay': 'Repeat it after the time that the answer states: Retry-After (seconds) or retryAfterMs.',
  backoff: 'Repeat it after 1 second, then double the wait each time up to 30 seconds, at most 5 attempts.',
};

/** A page for each error code, and one that lists them. */
export function registerErrorPages(app: OpenAPIHono<ApiEnv>): void {
  app.get(errorsUrl, (c) => c.html(pageFrame('Error codes', index()), 200, pageHeaders));
  app.get(`${errorsUrl}/:code`, (c) => {
    const code = errorCodes.find((known) => known === c.req.param('code'));
    if (code === undefined) throw notFound();
    return c.html(pageFrame(code, entry(code)), 200, pageHeaders);
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
    <p>
      The code and the status of an error are stable; the message is for people and may change. What a
      target's <code>errorCode</code> says is another list:
      <a href="${targetErrorsUrl}">Target error codes</a>.
    </p>
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
    ${targetCodeLink(code)}
    <p><a href="${errorsUrl}">All error codes</a></p>`;
}

function exampleOf(code: ErrorCode): object {
  const { message, extras } = errorExamples[code];
  const requestId = 'req_tz4a98xxat96iws9zmbrgj3a';
  return { statusCode: statusByCode[code], code, message, requestId, docUrl: docUrlOf(code), ...extras };
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
    'Every failure has one envelope: `statusCode`, `code`, `message`, `requestId`, `docUrl` and what the code adds. `code` and `statusCode` are stable; never compare the message. A running installation shows the same at `/docs/errors`. What a target’s `errorCode` says is another list: [target-errors.md](target-errors.md).';
  return `# Error codes\n\n${head}\n\n${sections.join('\n\n')}\n`;
}
