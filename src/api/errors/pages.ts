import type { ErrorCode } from '../../domain/errors.js';
import { errorsUrl, targetErrorsUrl } from './doc-urls.js';
import { errorCodes, errorEntries, statusByCode } from './codes.js';
import { errorExampleOf } from './schemas.js';
import type { RetryRule } from './codes/entry.js';
import type { CodeList } from './page-frame.js';
import { targetCodeLink } from './target-pages.js';

const retryRules: Readonly<Record<RetryRule, string>> = {
  never: 'Do not repeat the same request: it would fail again.',
  'after-remedy': 'Repeat the request once that is done.',
  immediately:
    'Repeat the request: after retryAfterMs if the response has it, otherwise immediately. If it fails twice more, back off as for 500.',
  'after-delay': 'Repeat the request after the time given in Retry-After (seconds) or retryAfterMs.',
  backoff:
    'Repeat the request after 1 second, then double the wait each time up to 30 seconds, at most 5 attempts.',
};

/** The pages about error codes. */
export const errorPages: CodeList<ErrorCode> = {
  title: 'Error codes',
  url: errorsUrl,
  file: 'docs/errors.md',
  codes: errorCodes,
  intro: `The code and the status of an error are stable. The message is for people and may change. The codes in a target’s \`errorCode\` are listed elsewhere: [Target error codes](${targetErrorsUrl}).`,
  columns: ['Status', 'Meaning'],
  cellsOf: (code) => [statusByCode[code], errorEntries[code].meaning],
  paragraphsOf: (code) => [...paragraphsOf(code), ...targetCodeLink(code)],
};

function paragraphsOf(code: ErrorCode): string[] {
  const { meaning, remedy, retry } = errorEntries[code];
  return [
    `HTTP ${statusByCode[code]}. ${meaning}`,
    `${remedy} ${retryRules[retry]}`,
    `\`\`\`json\n${JSON.stringify(errorExampleOf(code), null, 2)}\n\`\`\``,
  ];
}

/** Returns the text of docs/errors.md, with the same content as the pages. */
export function errorCodesMarkdown(): string {
  const sections = errorCodes.map((code) => [`## ${code}`, ...paragraphsOf(code)].join('\n\n'));
  const head =
    'Every error has the same envelope: `statusCode`, `code`, `message`, `requestId`, `docUrl`, and the fields that the code adds. `code` and `statusCode` are stable. The message may change, so never compare or parse it. A running installation serves these pages at `/docs/errors`. The codes in a target’s `errorCode` are in [target-errors.md](target-errors.md).';
  return `# Error codes\n\n${head}\n\n${sections.join('\n\n')}\n`;
}
