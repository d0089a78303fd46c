import {
  targetErrorCodes,
  targetErrorOf,
  targetErrors,
  type TargetErrorCode,
  type TargetRetryRule,
} from '../../domain/target-errors.js';
import { errorCodes } from './codes.js';
import { errorsUrl, targetDocPathOf, targetErrorsUrl } from './doc-urls.js';
import type { CodeList } from './page-frame.js';

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

const intro =
  'These codes say why a target failed (errorCode) or why its first comment failed (firstCommentErrorCode), and whether to retry: yes, no, or after you have done something. A failed reply in the inbox uses the same codes in its errorCode; to retry it, reply to the comment again. The codes are stable, and new ones may be added. The messages are for people and may change.';

/** The pages about the codes of a target's `errorCode` and `firstCommentErrorCode`. */
export const targetErrorPages: CodeList<TargetErrorCode> = {
  title: 'Target error codes',
  url: targetErrorsUrl,
  file: 'docs/target-errors.md',
  codes: targetErrorCodes,
  intro: `${intro}\n\nThe codes of refused requests are listed elsewhere: [Error codes](${errorsUrl}).`,
  columns: ['Retry', 'Meaning'],
  cellsOf: (code) => [targetErrors[code].retryable, targetErrors[code].meaning],
  paragraphsOf,
};

/** Links an API code's page to the target code of the same name, if there is one. */
export function targetCodeLink(code: string): string[] {
  const same = targetErrorCodes.find((known) => known === code);
  return same === undefined ? [] : [`On a target: [${same}](${targetDocPathOf(same)})`];
}

function paragraphsOf(code: TargetErrorCode): string[] {
  const { meaning, remedy, retryable } = targetErrors[code];
  const isInApi = errorCodes.some((known) => known === code);
  return [
    `${whereOf(code)}. Retryable: **${retryable}**. ${meaning}`,
    `${remedy} ${retryRules[retryable]}`,
    callsOf(code).replaceAll(/[A-Z]+ \/\S+[^,\s]/g, '`$&`'),
    ...(isInApi ? [`As an error of a request: [${code}](errors.md#${code.toLowerCase()}).`] : []),
  ];
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
  const sections = targetErrorCodes.map((code) => [`## ${code}`, ...paragraphsOf(code)].join('\n\n'));
  const more =
    'A target also has this value in `errorRetryable` and `firstCommentErrorRetryable`. The codes of refused requests are in [errors.md](errors.md). A running installation serves these pages at `/docs/target-errors`.';
  return `# Target error codes\n\n${intro} ${more}\n\n${sections.join('\n\n')}\n`;
}
