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
import { docPathOf, errorsUrl, targetDocPathOf, targetErrorsUrl } from './doc-urls.js';
import { indexTable, pageHeaders, type PageFrame } from './page-frame.js';
import type { ApiEnv } from '../types.js';

const retryRules: Readonly<Record<TargetRetryRule, string>> = {
  yes: 'A retry may succeed without changes.',
  after: 'Then retry. An earlier retry would fail again.',
  no: 'Do not retry without changes: the platform would refuse the same content again. Edit the failed target and then retry, or create a new post.',
};

const retryCalls = {
  POST: 'POST /posts/{id}/retry',
  FIRST_COMMENT: 'POST /posts/{id}/targets/{tid}/retry-first-comment',
  REPLY: 'POST /comments/{id}/reply',
} as const;

const indexTitle = 'Target error codes';

/** Registers a page for each code of a target's `errorCode` or `firstCommentErrorCode`, and one that lists them. */
export function registerTargetErrorPages(app: OpenAPIHono<ApiEnv>, frame: PageFrame): void {
  app.get(targetErrorsUrl, async (c) => {
    const page = await frame({ title: indexTitle, path: targetErrorsUrl, body: index() });
    return c.html(page, 200, pageHeaders);
  });
  app.get(`${targetErrorsUrl}/:code`, async (c) => {
    const code = targetErrorCodes.find((known) => known === c.req.param('code'));
    if (code === undefined) throw notFound();
    const parent = { title: indexTitle, url: targetErrorsUrl };
    const page = await frame({ title: code, path: targetDocPathOf(code), body: entry(code), parent });
    return c.html(page, 200, pageHeaders);
  });
}

/** Links an API code's page to the target code of the same name, if there is one. */
export function targetCodeLink(code: string) {
  const same = targetErrorCodes.find((known) => known === code);
  return same === undefined ? '' : html`<p>On a target: <a href="${targetDocPathOf(same)}">${same}</a></p>`;
}

function index() {
  const paragraphs = html`<p>${intro}</p>
    <p>The codes of refused requests are listed elsewhere: <a href="${errorsUrl}">Error codes</a>.</p>`;
  return indexTable({
    title: indexTitle,
    intro: paragraphs,
    columns: ['Code', 'Retry', 'Meaning'],
    rows: targetErrorCodes.map((code) => ({
      code,
      url: targetDocPathOf(code),
      cells: [targetErrors[code].retryable, targetErrors[code].meaning],
    })),
  });
}

const intro =
  'These codes say why a target failed (errorCode) or why its first comment failed (firstCommentErrorCode), and whether to retry: yes, no, or after you have done something. A failed reply in the inbox uses the same codes in its errorCode; to retry it, reply to the comment again. The codes are stable, and new ones may be added. The messages are for people and may change.';

function entry(code: TargetErrorCode) {
  const { meaning, remedy, retryable } = targetErrors[code];
  const sameInApi = errorCodes.find((known) => known === code);
  return html`<h1>${code}</h1>
    <p>${whereOf(code)}. Retryable: <strong>${retryable}</strong>. ${meaning}</p>
    <p>${remedy}</p>
    <p>${retryRules[retryable]}</p>
    <p>${callsOf(code)}</p>
    ${
      sameInApi === undefined
        ? ''
        : html`<p>As an error of a request: <a href="${docPathOf(sameInApi)}">${sameInApi}</a></p>`
    }
    <p><a href="${targetErrorsUrl}">All target error codes</a></p>`;
}

function whereOf(code: TargetErrorCode): string {
  const only = targetErrorOf(code)?.only;
  if (only === undefined) return 'Applies to posts, first comments and replies in the inbox';
  return only === 'POST' ? 'Applies to posts' : 'Applies to first comments';
}

function callsOf(code: TargetErrorCode): string {
  const only = targetErrorOf(code)?.only;
  const { POST, FIRST_COMMENT, REPLY } = retryCalls;
  return only === undefined ? `${POST}, ${FIRST_COMMENT}, or ${REPLY}` : retryCalls[only];
}

/** Returns the text of docs/target-errors.md, with the same content as the pages. */
export function targetErrorsMarkdown(): string {
  const sections = targetErrorCodes.map((code) => {
    const { meaning, remedy, retryable } = targetErrors[code];
    const same = errorCodes.some((known) => known === code)
      ? [`As an error of a request: [${code}](errors.md#${code.toLowerCase()}).`]
      : [];
    return [
      `## ${code}`,
      `${whereOf(code)}. Retryable: **${retryable}**. ${meaning}`,
      `${remedy} ${retryRules[retryable]}`,
      callsOf(code).replaceAll(/[A-Z]+ \/\S+[^,\s]/g, '`$&`'),
      ...same,
    ].join('\n\n');
  });
  const more =
    'A target also has this value in `errorRetryable` and `firstCommentErrorRetryable`. The codes of refused requests are in [errors.md](errors.md). A running installation serves these pages at `/docs/target-errors`.';
  return `# Target error codes\n\n${intro} ${more}\n\n${sections.join('\n\n')}\n`;
}
