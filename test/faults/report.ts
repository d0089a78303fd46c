import { arch, cpus, platform, release, totalmem } from 'node:os';
import type { Restore } from './restore.js';
import { counted, percentile, type Counted, type Tally } from './tally.js';

export interface FaultReport {
  startedAt: string;
  seed: number;
  minutes: number;
  machine: string;
  product: string;
  lookupDelaysMs: string;
  posts: { accepted: number; unanswered: number; refused: Record<string, number> };
  changes: Record<string, number>;
  /** The restore. Null in runs that are too short for one. */
  restore: Restore | null;
  classes: Tally['classes'];
  platforms: Tally['platforms'];
  lateMs: { p50: number | null; p99: number | null; max: number | null };
  faults: Record<string, number>;
  faultsTotal: number;
  /** Processes that ended without being stopped. */
  unexpectedExits: string[];
  violations: string[];
  ok: boolean;
}

export function describeMachine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model ?? arch()}), ${gibibytes} GiB, ${platform()} ${release()}, Node ${process.versions.node}`;
}

export function lateness({ lateMs }: Tally): FaultReport['lateMs'] {
  return { p50: percentile(lateMs, 0.5), p99: percentile(lateMs, 0.99), max: percentile(lateMs, 1) };
}

const rowNames: Record<Counted, string> = {
  targets: 'targets',
  published: 'published (seen on the platform)',
  canceled: 'canceled',
  deleted: 'deleted',
  unconfirmed: 'failed as PUBLISH_UNCONFIRMED',
  unconfirmedYetPublic: 'of these, public all the same',
  failedVisibly: 'failed otherwise, visibly',
  forgotten: 'created in the lost time, forgotten',
  undone: 'public by a retry that was lost',
  equal: 'of all targets, with equal texts',
  lost: 'LOST',
  doubled: 'DOUBLED',
  canceledYetPublished: 'CANCELED and yet published',
  calledYetDisconnected: 'DISCONNECTED and yet called',
  failedYetPublished: 'failed otherwise and yet published',
  wrongText: 'published with another text',
  equalTooMany: 'equal texts: MORE than promised',
  equalTooFew: 'equal texts: FEWER than promised',
  comments: 'first comments published',
  commentsFailedVisibly: 'first comments failed, visibly',
  commentsCanceled: 'first comments not sent after a cancel',
  commentsLost: 'first comments LOST',
  commentsDoubled: 'first comments DOUBLED',
};

/** The columns of the table by platform: their titles and their sums. */
const columns: [head: string, of: Counted[]][] = [
  ['targets', ['targets']],
  ['published', ['published']],
  ['canceled', ['canceled']],
  ['unconfirmed', ['unconfirmed']],
  ['..public', ['unconfirmedYetPublic']],
  ['failed', ['failedVisibly']],
  ['LOST', ['lost', 'equalTooFew']],
  ['DOUBLED', ['doubled', 'equalTooMany']],
  ['CANC+PUBL', ['canceledYetPublished']],
  ['DISC+CALL', ['calledYetDisconnected']],
  ['FAIL+PUBL', ['failedYetPublished']],
  ['WRONG', ['wrongText']],
  ['COMMENTS', ['commentsLost', 'commentsDoubled']],
];

/**
 * Writes the table. Forbidden outcomes are in capitals. A star marks platforms without look-ups, where a lost response
 * ends unconfirmed.
 */
function platformLines(platforms: Tally['platforms']): string[] {
  const cell = (value: string | number): string => String(value).padStart(12);
  return [
    `${''.padEnd(28)}${columns.map(([head]) => cell(head)).join('')}`,
    ...platforms.map(({ platform: name, guarantee, isUnseen, tally }) => {
      const label = `${name.padEnd(17)} ${guarantee}${isUnseen ? '*' : ''}`;
      const sums = columns.map(([, of]) => of.reduce((sum, counted) => sum + tally[counted], 0));
      return `${label.padEnd(28)}${sums.map(cell).join('')}`;
    }),
    ...(platforms.some(({ isUnseen }) => isUnseen)
      ? ['* nothing can be looked up there: a lost answer stays unconfirmed, public or not']
      : []),
  ];
}

/** The tables that the run prints, and that docs/reliability.md shows. */
export function reportText(report: FaultReport): string {
  const { classes, posts, lateMs } = report;
  const cell = (value: string | number): string => String(value).padStart(10);
  const lines = [
    `${report.startedAt}, seed ${report.seed}, ${report.minutes} min of faults, look-ups after ${report.lookupDelaysMs} ms`,
    report.machine,
    report.product,
    '',
    `posts accepted ${posts.accepted}, creations never answered ${posts.unanswered}, refused ${JSON.stringify(posts.refused)}`,
    `changes: ${listOf(report.changes)}`,
    ...restoreLines(report.restore),
    '',
    `${''.padEnd(40)}${cell('keyed')}${cell('queryable')}${cell('blind')}`,
    ...counted.map(
      (name) =>
        `${rowNames[name].padEnd(40)}${cell(classes.keyed[name])}${cell(classes.queryable[name])}${cell(classes.blind[name])}`,
    ),
    '',
    ...platformLines(report.platforms),
    '',
    `late: p50 ${lateMs.p50 ?? '-'} ms, p99 ${lateMs.p99 ?? '-'} ms, max ${lateMs.max ?? '-'} ms (outages included)`,
    '',
    `${report.faultsTotal} faults injected:`,
    ...Object.entries(report.faults)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, times]) => `  ${String(times).padStart(5)}  ${name}`),
    '',
    `unexpected exits of processes: ${report.unexpectedExits.length}`,
    ...report.unexpectedExits.map((exit) => `  ${exit}`),
    '',
    ...report.violations,
    report.ok
      ? 'The promise was kept.'
      : report.violations.length > 0
        ? 'THE PROMISE WAS BROKEN.'
        : 'A PROCESS ENDED BY ITSELF.',
  ];
  return lines.join('\n');
}

function restoreLines(restore: Restore | null): string[] {
  if (restore === null) return ['restores: none, the run is too short'];
  const { lost, said } = restore;
  const seconds = ((lost.toMs - lost.fromMs) / 1_000).toFixed(1);
  return [
    `restores: 1, to ${new Date(lost.fromMs).toISOString()}; what was written in ${seconds} s is lost, a cancel that was accepted then among it`,
    ...said.map((line) => `  ${line}`),
  ];
}

const listOf = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, times]) => `${name} ${times}`)
    .join(', ') || 'none';
