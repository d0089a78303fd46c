import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { notFound } from '../../domain/errors.js';
import {
  targetErrorCodes,
  targetErrorOf,
  targetErrors,
  type TargetErrorCode,
  type TargetRetryRule,
} from '../../domain/target-errors.js';
import { errorCodes } from './codes.js';
import { docUrlOf, errorsUrl, targetDocUrlOf, targetErrorsUrl } from './doc-urls.js';
import { pageFrame, pageHeaders } from './page-frame.js';
import type { ApiEnv } from '../types.js';

const retryRules: Readonly<Record<TargetRetryRule, string>> = {
  yes: 'A retry may succeed as it is.',
  after: 'Retry once that is done; before, it would fail again.',
  no: 'Do not retry it as it is: the platform would refuse the same again. A post that has failed everywhere can be edited and then retried; otherwise make a new one.',
};

const retryCalls = {
  POST: 'POST /posts/{id}/retry',
  FIRST_COMMENT: 'POST /posts/{id}/targets/{tid}/retry-first-comment',
  REPLY: 'POST /comments/{id}/reply',
} as const;

/** What a target says in `errorCode`, or in `firstCommentError`: a page for each code, and one that lists them. */
export function registerTargetErrorPages(app: OpenAPIHono<ApiEnv>): void {
  app.get(targetErrorsUrl, (c) => c.html(pageFrame('Target error codes', index()), 200, pageHeaders));
  app.get(`${targetErrorsUrl}/:code`, (c) => {
    const code = targetErrorCodes.find((known) => known === c.req.param('code'));
    if (code === undefined) throw notFound();
    return c.html(pageFrame(code, entry(code)), 200, pageHeaders);
  });
}

/** From the page of an API's code to that of the same word on a target; nothing where there is none. */
export function targetCodeLink(code: string) {
  const same = targetErrorCodes.find((known) => known === code);
  return same === undefined ? '' : html`<p>On a target: <a href="${targetDocUrlOf(same)}">${same}</a></p>`;
}

function index() {
  const rows = targetErrorCodes.map(
    (code) =>
      html`<tr>
        <td><a href="${targetDocUrlOf(code)}">${code}</a></td>
        <td>${targetErrors[code].retryable}</td>
        <td>${targetErrors[code].meaning}</td>
      </tr>`,
  );
  return html`<h1>Target error codes</h1>
    <p>${intro}</p>
    <p>What a request is refused with is another list: <a href="${errorsUrl}">Error codes</a>.</p>
    <table>
      ${rows}
    </table>`;
}

const intro =
  'Why a target has failed (errorCode), or its first comment (firstCommentErrorCode), and whether to retry it: yes, no, or after something is done. A reply in the inbox that has failed says the same in its errorCode; to retry it, answer the comment again. The codes are stable and more may come; the messages are for people and may change.';

function entry(code: TargetErrorCode) {
  const { meaning, remedy, retryable } = targetErrors[code];
  const sameInApi = errorCodes.find((known) => known === code);
  return html`<h1>${code}</h1>
    <p>${whereOf(code)}, retryable: <strong>${retryable}</strong>. ${meaning}</p>
    <p>${remedy}</p>
    <p>${retryRules[retryable]}</p>
    <p>${callsOf(code)}</p>
    ${
      sameInApi === undefined
        ? ''
        : html`<p>As the refusal of a request: <a href="${docUrlOf(sameInApi)}">${sameInApi}</a></p>`
    }
    <p><a href="${targetErrorsUrl}">All target error codes</a></p>`;
}

function whereOf(code: TargetErrorCode): string {
  const only = targetErrorOf(code)?.only;
  if (only === undefined) return 'Of a post, a first comment, or a reply in the inbox';
  return only === 'POST' ? 'Of a post' : 'Of a first comment';
}

function callsOf(code: TargetErrorCode): string {
  const only = targetErrorOf(code)?.only;
  const { POST, FIRST_COMMENT, REPLY } = retryCalls;
  return only === undefined ? `${POST}, ${FIRST_COMMENT}, or ${REPLY}` : retryCalls[only];
}

/** The same as Markdown, committed as docs/target-errors.md. */
export function targetErrorsMarkdown(): string {
  const sections = targetErrorCodes.map((code) => {
    const { meaning, remedy, retryable } = targetErrors[code];
    const same = errorCodes.some((known) => known === code)
      ? [`As the refusal of a request: [${code}](errors.md#${code.toLowerCase()}).`]
      : [];
    return [
      `## ${code}`,
      `${whereOf(code)}, retryable: **${retryable}**. ${meaning}`,
      `${remedy} ${retryRules[retryable]}`,
      callsOf(code).replaceAll(/[A-Z]+ \/\S+[^,\s]/g, '`$&`'),
      ...same,
    ].join('\n\n');
  });
  const more =
    'The target says the same in `errorRetryable` and `firstCommentErrorRetryable`. What a request is refused with is another list: [errors.md](errors.md). A running installation shows these pages at `/docs/target-errors`.';
  return `# Target error codes\n\n${intro} ${more}\n\n${sections.join('\n\n')}\n`;
}
