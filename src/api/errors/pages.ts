import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { notFound, type ErrorCode } from '../../domain/errors.js';
import { docPathOf, errorsUrl, targetErrorsUrl } from './doc-urls.js';
import { errorCodes, errorEntries, statusByCode } from './codes.js';
import { errorExampleOf } from './schemas.js';
import type { RetryRule } from './codes/entry.js';
import { indexTable, pageHeaders, type PageFrame } from './page-frame.js';
import { targetCodeLink } from './target-pages.js';
import type { ApiEnv } from '../types.js';

const retryRules: Readonly<Record<RetryRule, string>> = {
  never: 'Do not repeat the same request: it would fail again.',
  'after-remedy': 'Repeat the request once that is done.',
  immediately:
    'Repeat the request: after retryAfterMs if the response has it, otherwise immediately. If it fails twice more, back off as for 500.',
  'after-delay': 'Repeat the request after the time given in Retry-After (seconds) or retryAfterMs.',
  backoff:
    'Repeat the request after 1 second, then double the wait each time up to 30 seconds, at most 5 attempts.',
};

const indexTitle = 'Error codes';

/** Registers a page for each error code, and one that lists them. */
export function registerErrorPages(app: OpenAPIHono<ApiEnv>, frame: PageFrame): void {
  app.get(errorsUrl, async (c) => {
    const page = await frame({ title: indexTitle, path: errorsUrl, body: index() });
    return c.html(page, 200, pageHeaders);
  });
  app.get(`${errorsUrl}/:code`, async (c) => {
    const code = errorCodes.find((known) => known === c.req.param('code'));
    if (code === undefined) throw notFound();
    const parent = { title: indexTitle, url: errorsUrl };
    const page = await frame({ title: code, path: docPathOf(code), body: entry(code), parent });
    return c.html(page, 200, pageHeaders);
  });
}

function index() {
  return indexTable({
    title: indexTitle,
    intro: html`<p>
      The code and the status of an error are stable. The message is for people and may change. The codes in a
      target's <code>errorCode</code> are listed elsewhere:
      <a href="${targetErrorsUrl}">Target error codes</a>.
    </p>`,
    columns: ['Code', 'Status', 'Meaning'],
    rows: errorCodes.map((code) => ({
      code,
      url: docPathOf(code),
      cells: [statusByCode[code], errorEntries[code].meaning],
    })),
  });
}

function entry(code: ErrorCode) {
  const { meaning, remedy, retry } = errorEntries[code];
  return html`<h1>${code}</h1>
    <p>HTTP ${statusByCode[code]}. ${meaning}</p>
    <p>${remedy}</p>
    <p>${retryRules[retry]}</p>
    <pre tabindex="0"><code>${JSON.stringify(errorExampleOf(code), null, 2)}</code></pre>
    ${targetCodeLink(code)}
    <p><a href="${errorsUrl}">All error codes</a></p>`;
}

/** Returns the text of docs/errors.md, with the same content as the pages. */
export function errorCodesMarkdown(): string {
  const sections = errorCodes.map((code) => {
    const { meaning, remedy, retry } = errorEntries[code];
    return [
      `## ${code}`,
      `HTTP ${statusByCode[code]}. ${meaning}`,
      `${remedy} ${retryRules[retry]}`,
      `\`\`\`json\n${JSON.stringify(errorExampleOf(code), null, 2)}\n\`\`\``,
    ].join('\n\n');
  });
  const head =
    'Every error has the same envelope: `statusCode`, `code`, `message`, `requestId`, `docUrl`, and the fields that the code adds. `code` and `statusCode` are stable. The message may change, so never compare or parse it. A running installation serves these pages at `/docs/errors`. The codes in a target’s `errorCode` are in [target-errors.md](target-errors.md).';
  return `# Error codes\n\n${head}\n\n${sections.join('\n\n')}\n`;
}
