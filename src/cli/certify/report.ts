import { certifiedLine } from '../../domain/certified.js';
import type { RecordedCall } from './recorder.js';
import type { CertifyResult, Made, Outcome, StepReport } from './sitting.js';

export interface ReportFacts {
  label: string;
  /** The file of the platform's README in the repository. */
  readme: string;
  day: string;
  version: string;
  against: string;
  /** The permissions that were granted, or null if none were recorded when the account was connected. */
  scopes: readonly string[] | null;
  seenBy: string;
  deleteByHand: string;
  isFinished: boolean;
}

const outcomeWords: Record<Outcome, string> = {
  confirmed: 'confirmed',
  refuted: '**refuted**',
  unclear: '**unclear**',
  skipped: 'left out',
};

/** Whether the run proves what its report says: it is finished, and no step is refuted or unclear. */
export function isPassed({ steps }: CertifyResult, isFinished: boolean): boolean {
  return isFinished && steps.every(({ outcome }) => outcome === 'confirmed' || outcome === 'skipped');
}

/** The report, as Markdown, without secrets, and without ids other than those in the URLs of what was not deleted. */
export function reportOf(result: CertifyResult, facts: ReportFacts): string {
  const { label, readme, seenBy, scopes, isFinished } = facts;
  const parts = [
    `# ${label}: report of \`punctual certify\``,
    certifiedLine({ ...facts, isPassed: isPassed(result, isFinished) }),
    ...(isFinished ? [] : ['**The run has not ended.** What is below is what was known last.']),
    [
      `- **Published:** ${publishedWords(result.made)}, seen by ${seenBy}.`,
      ...leftLines(result.made, facts),
      `- **Granted permissions:** ${scopes === null ? 'not recorded when the account was connected' : scopes.join(', ') || 'none'}.`,
      `- **Assumptions:** [the platform’s README](${readme}) has them in full.`,
    ].join('\n'),
    '## Steps',
    [
      '| Step | Assumption | Result | What happened |',
      '| --- | --- | --- | --- |',
      ...result.steps.map(stepRow),
    ].join('\n'),
    '## Calls',
    'Values, ids and secrets are left out: `…` stands for a part of a path or a name that may be one. Fields are listed by name.',
    ...result.steps.filter(({ calls }) => calls.length > 0).map(callsOf),
  ];
  return `${parts.join('\n\n')}\n`;
}

function publishedWords(made: readonly Made[]): string {
  const shown = made.filter(({ fate }) => fate !== 'not-public').map(({ what }) => `one ${what}`);
  return shown.length === 0 ? 'nothing' : shown.join(', ');
}

/** Lists the posts that are or may still be public, and how to delete them. */
export function leftLines(
  made: readonly Made[],
  { deleteByHand }: Pick<ReportFacts, 'deleteByHand'>,
): string[] {
  const left = made.filter(({ fate }) => fate === 'public' || fate === 'maybe-public');
  if (left.length === 0) return ['- **Left:** nothing.'];
  return [
    ...left.map(({ what, fate, published, publication }) => {
      const where = published?.externalUrl ?? published?.externalPostId ?? `look for “${publication.text}”`;
      return `- **Left:** one ${what}${fate === 'maybe-public' ? ', perhaps' : ''}: ${where}`;
    }),
    `- **To delete it:** ${deleteByHand}`,
  ];
}

const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const stepRow = ({ step, statement, outcome, answer }: StepReport): string =>
  `| ${step} | ${inCell(statement)} | ${outcomeWords[outcome]} | ${inCell(answer)} |`;

function callsOf({ step, calls }: StepReport): string {
  return [`### ${step}`, calls.map(callLine).join('\n')].join('\n\n');
}

function callLine({ method, host, path, status, sent, received, times }: RecordedCall): string {
  const names = (fields: readonly string[]): string =>
    fields.length === 0 ? 'none' : fields.map((field) => `\`${field}\``).join(', ');
  const often = times === 1 ? '' : `, ${times} times`;
  return `- \`${method} ${host}${path}\`: ${status ?? 'no response'}${often}. Sent: ${names(sent)}. Received: ${names(received)}.`;
}
